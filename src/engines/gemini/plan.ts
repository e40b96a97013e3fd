/** How Gemini CLI is started: the prompt on stdin, without which it would wait for a terminal; its settings by file. */
import type { EnginePlan, PlanRequest } from '../contract.ts';
import { requireProgram } from '../programs/require-program.ts';
import { geminiPolicy } from './policy.ts';
import { geminiSettings } from './settings.ts';

export function planGemini(request: PlanRequest): EnginePlan {
  const { access, session, model } = request;
  const [program, ...flags] = requireProgram('Gemini CLI', request.program);
  return {
    argv: [
      program,
      ...flags,
      '--output-format',
      'stream-json',
      // Without it the tools that write and run are not even offered to the model.
      '--approval-mode',
      'yolo',
      '--skip-trust',
      ...(session.kind === 'resume' ? ['--resume', session.id] : ['--session-id', session.id]),
      ...(model === null ? [] : ['--model', model]),
      ...request.args,
    ],
    env: {
      GEMINI_CLI_HOME: request.home,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      // It would start itself a second time, for more memory, and leave that one behind when it is ended.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      ...(access.kind === 'gateway'
        ? { GEMINI_API_KEY: access.key, GOOGLE_GEMINI_BASE_URL: access.baseUrl }
        : {}),
    },
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: [
      {
        path: '.gemini/settings.json',
        text: `${JSON.stringify(geminiSettings(request), null, 2)}\n`,
      },
      { path: '.gemini/policies/roundsman.toml', text: geminiPolicy(request.permissions) },
    ],
  };
}
