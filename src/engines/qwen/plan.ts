import { AppError } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type { EngineAccess, EnginePlan, PlanRequest } from '../contract.ts';
import { programOf } from '../programs/program-of.ts';
import { qwenSettings } from './settings.ts';

/** The prompt comes on stdin: as an argument its first character could make it an option or a command. */
export function planQwen(request: PlanRequest): EnginePlan {
  const { agent, access, home, model, session } = request;
  const auth = authFor(access);
  const [program, ...words] = programOf(request);
  return {
    argv: [
      program,
      ...words,
      ...(auth.type === null ? [] : ['--auth-type', auth.type]),
      ...(model === null ? [] : ['--model', model]),
      '--output-format',
      'stream-json',
      '--approval-mode',
      'yolo',
      ...(session.kind === 'new' ? ['--session-id', session.id] : ['--resume', session.id]),
      ...(agent.maxTurns === null ? [] : ['--max-session-turns', String(agent.maxTurns)]),
      ...request.args,
    ],
    env: {
      QWEN_HOME: home,
      QWEN_CODE_NO_RELAUNCH: '1',
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
      QWEN_TELEMETRY_ENABLED: 'false',
      QWEN_SANDBOX: 'false',
      ...auth.env,
    },
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: [
      {
        path: 'settings.json',
        text: `${JSON.stringify(qwenSettings(request, auth.type), null, 2)}\n`,
      },
    ],
  };
}

interface Auth {
  /** `null`: as it finds it. */
  readonly type: string | null;
  readonly env: Readonly<Record<string, string>>;
}

function authFor(access: EngineAccess): Auth {
  switch (access.kind) {
    case 'own':
      return { type: null, env: {} };
    case 'file':
      return { type: 'qwen-oauth', env: {} };
    case 'gateway':
      return authByKey(access.api, access);
  }
}

function authByKey(
  api: WireFormat,
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
): Auth {
  switch (api) {
    case 'openai-chat':
      return { type: 'openai', env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${baseUrl}/v1` } };
    case 'openai-responses':
      return {
        type: 'openai-responses',
        env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${baseUrl}/v1` },
      };
    case 'anthropic':
      return { type: 'anthropic', env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: baseUrl } };
    case 'gemini':
      throw new AppError('invalid-definition', {
        code: 'api-not-served',
        message: 'Qwen Code cannot be led to an endpoint that speaks gemini',
        hint: 'Set engines.qwen.api to openai-chat, openai-responses or anthropic in roundsman.yaml.',
      });
  }
}
