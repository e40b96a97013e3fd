/**
 * Engine `qwen`: Qwen Code. Its entry program starts itself once more and dies of a signal before that one, so its script
 * is started by Node directly, told not to do that. Settings, sessions and log-in lie in the run's own folder.
 */
import { AppError } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type { Engine, EngineAccess, EnginePlan, PlanRequest } from '../contract.ts';
import { mcpServers, TOOLS_SERVER, TOOLS_WAIT_MS } from '../launch-plan.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import { programOf } from '../programs/program-spec.ts';

/** Of the run alone. Its own memory would hold further conversations with the model after the work is done. */
function qwenSettings(
  { mcp, permissions, isolation }: PlanRequest,
  authType: string | null,
): unknown {
  const offline = isolation !== 'sandbox' && permissions.network.allow.length === 0;
  return {
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    memory: { enableManagedAutoMemory: false, enableAutoSkill: false },
    security: {
      ...(authType === null ? {} : { auth: { selectedType: authType } }),
      folderTrust: { enabled: false },
    },
    // It tries each of its own seven times around these.
    model: { generationConfig: { maxRetries: 0 } },
    // In a sandbox the network is shut anyway; elsewhere this is all that keeps it from asking.
    ...(offline ? { permissions: { deny: ['WebFetch', 'WebSearch'] } } : {}),
    mcpServers: Object.fromEntries(
      mcp.map(({ name, argv: [command, ...args], env }) => [
        name,
        {
          command,
          args,
          env,
          trust: true,
          timeout: TOOLS_WAIT_MS,
          discoveryTimeoutMs: TOOLS_WAIT_MS,
        },
      ]),
    ),
  };
}

/** The prompt comes on stdin: as an argument its first character could make it an option or a command. */
function planQwen(request: PlanRequest): EnginePlan {
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

const about = {
  name: 'Qwen Code',
  install: 'npm install -g @qwen-code/qwen-code',
  login:
    'export OPENAI_API_KEY=… (with OPENAI_BASE_URL for another endpoint), or DASHSCOPE_API_KEY=…',
  tested: { from: '0.24.4', to: '0.24.4' },
} as const;

export const qwenEngine: Engine = {
  id: 'qwen',
  about,
  takes: 'prompt',
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'file',
    budget: false,
    turns: true,
    usage: true,
    cost: false,
    presetId: true,
    stopSignal: 'SIGTERM',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: true,
  },
  credentials: {
    keys: [
      {
        variable: 'OPENAI_API_KEY',
        api: 'openai-chat',
        endpoint: 'https://api.openai.com',
        endpointVariable: 'OPENAI_BASE_URL',
      },
      {
        variable: 'DASHSCOPE_API_KEY',
        api: 'openai-chat',
        endpoint: 'https://dashscope.aliyuncs.com/compatible-mode',
        endpointVariable: 'DASHSCOPE_BASE_URL',
      },
    ],
    file: {
      path: '.qwen/oauth_creds.json',
      moved: { variable: 'QWEN_HOME', folder: '.qwen' },
      inside: 'oauth_creds.json',
      hosts: ['chat.qwen.ai', 'portal.qwen.ai'],
    },
  },
  preflight: preflightOf({
    name: 'qwen',
    about,
    packages: ['@qwen-code/qwen-code'],
    // Its package asks for Node 22; it was run on 20 as well, and ours is the older of the two.
    real: { kind: 'script', path: 'cli.js', flags: ['--expose-gc'], node: '20.19.0' },
  }),
  plan: planQwen,
  reader: async () => (await import('./read-stream.ts')).openQwenReader,
  userSettings: async () => (await import('./user-settings.ts')).readQwenSettings,
  tools: {
    prefix: `mcp__${TOOLS_SERVER}__`,
    before: 'If they are not among your tools, call them by `tool_call` with that name.',
  },
  client: {
    name: 'Qwen Code',
    file: '.qwen/settings.json',
    form: mcpServers,
    added: `qwen mcp add ${TOOLS_SERVER}`,
  },
  sessions: {
    name: 'Qwen Code',
    load: async () => (await import('./sessions/index.ts')).qwenSessions,
    programs: ['qwen'],
    packagePart: '/@qwen-code/qwen-code/',
    namedBy: 'flag',
    variable: 'QWEN_CODE_SESSION_ID',
    resume: 'qwen --resume ',
  },
  instructions: { folders: ['.qwen'], files: ['qwen'] },
};
