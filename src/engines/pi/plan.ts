/** How pi is started: the prompt on stdin; its endpoint and settings by files of the folder that it takes for its own. */
import { AppError, assertNever } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type { EnginePlan, PlanRequest } from '../contract.ts';
import { requireProgram } from '../programs/require-program.ts';

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

/** Which of its providers speaks to the gateway: one that it knows brings its models, with their sizes and prices, along. */
interface PiProvider {
  readonly id: string;
  /** After the gateway's base URL. */
  readonly path: string;
}

function providerOf(api: WireFormat): PiProvider {
  switch (api) {
    case 'anthropic':
      return { id: 'anthropic', path: '' };
    case 'openai-responses':
      return { id: 'openai', path: '/v1' };
    case 'openai-chat':
      return { id: 'roundsman', path: '/v1' };
    case 'gemini':
      return { id: 'google', path: '/v1beta' };
    default:
      return assertNever(api);
  }
}

/** Its `models.json`, as data; `null`: it needs none. */
function piModels({
  access,
  model,
}: Pick<PlanRequest, 'access' | 'model'>): Readonly<Record<string, unknown>> | null {
  if (access.kind !== 'gateway') return null;
  const { id, path } = providerOf(access.api);
  const endpoint = { baseUrl: `${access.baseUrl}${path}`, apiKey: access.key };
  if (access.api !== 'openai-chat') return { providers: { [id]: endpoint } };
  const models = [{ id: requireModel(model) }];
  return { providers: { [id]: { ...endpoint, api: 'openai-completions', models } } };
}

function requireModel(model: string | null): string {
  if (model !== null) return model;
  throw new AppError('invalid-definition', {
    code: 'invalid-definition',
    message: 'pi cannot choose a model at an endpoint that it does not know',
    hint: 'Write its name as agent.model, or as engines.pi.model in roundsman.yaml.',
  });
}
