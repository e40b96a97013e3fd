/** How pi is started: the prompt on stdin; its endpoint and settings by files of the folder that it takes for its own. */
import type { EnginePlan, PlanRequest } from '../contract.ts';
import { requireProgram } from '../programs/require-program.ts';
import { piModels, providerOf } from './models.ts';

/** As its own of three at two seconds, of which the gateway ends the last. */
const RETRY = { enabled: true, maxRetries: 2, baseDelayMs: 1_000 };

export function planPi(request: PlanRequest): EnginePlan {
  const { access, session, model } = request;
  const [program, ...flags] = requireProgram('pi', request.program);
  const models = piModels(request);
  return {
    argv: [
      program,
      ...flags,
      '--print',
      '--mode',
      'json',
      // Extensions of the repository would run as a part of pi itself.
      '--no-approve',
      // `--session` of another folder would ask, get no answer, and exit with 0.
      ...(session.kind === 'resume' ? ['--session', session.id] : ['--session-id', session.id]),
      ...(access.kind === 'gateway' ? ['--provider', providerOf(access.api).id] : []),
      ...(model === null ? [] : ['--model', model]),
      ...request.args,
    ],
    env: {
      PI_CODING_AGENT_DIR: request.home,
      PI_OFFLINE: '1',
      PI_TELEMETRY: '0',
      PI_SKIP_VERSION_CHECK: '1',
    },
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: [
      { path: 'settings.json', text: `${JSON.stringify({ retry: RETRY }, null, 2)}\n` },
      ...(models === null
        ? []
        : [{ path: 'models.json', text: `${JSON.stringify(models, null, 2)}\n` }]),
    ],
  };
}
