/** Engine `gemini`: one headless prompt of Gemini CLI, its settings and sessions in a home of the run's own. */
import type { Permissions } from '../../words/routine.ts';
import type { Engine, EngineAbout, EngineAccess, EnginePlan, PlanRequest } from '../contract.ts';
import { mcpServers, TOOLS_SERVER, TOOLS_WAIT_MS } from '../launch-plan.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import { requireProgram } from '../programs/program-spec.ts';

// How Gemini CLI is started: the prompt on stdin, without which it would wait for a terminal; its settings by file.

/** The first try and two more; of itself it makes ten of them, which takes minutes. */
const ATTEMPTS = 3;

/** Its `settings.json`, as data. */
function geminiSettings({
  access,
  agent,
  mcp,
}: Pick<PlanRequest, 'access' | 'agent' | 'mcp'>): Readonly<Record<string, unknown>> {
  return {
    general: {
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      maxAttempts: ATTEMPTS,
    },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { folderTrust: { enabled: false }, ...authOf(access) },
    ...(agent.maxTurns === null ? {} : { model: { maxSessionTurns: agent.maxTurns } }),
    mcpServers: Object.fromEntries(
      mcp.map(({ name, argv: [command, ...args], env }) => [
        name,
        { command, args, env, trust: true, timeout: TOOLS_WAIT_MS },
      ]),
    ),
  };
}

function authOf(access: EngineAccess): Readonly<Record<string, unknown>> {
  switch (access.kind) {
    case 'gateway':
      return { auth: { selectedType: 'gemini-api-key' } };
    case 'file':
      return { auth: { selectedType: 'oauth-personal' } };
    case 'own':
      return {};
  }
}

/** Both read the web at the model's side, where no sandbox reaches. */
const WEB_TOOLS = ['web_fetch', 'google_web_search'] as const;

/** Rules of its policy engine: what they deny is not offered to the model. */
function geminiPolicy({ network }: Pick<Permissions, 'network'>): string {
  if (network.allow.length > 0) return '';
  return `[[rule]]
toolName = ${JSON.stringify(WEB_TOOLS)}
decision = "deny"
priority = 900
`;
}

function planGemini(request: PlanRequest): EnginePlan {
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

const about: EngineAbout = {
  name: 'Gemini CLI',
  install: 'npm install -g @google/gemini-cli',
  login: 'set GEMINI_API_KEY, or run gemini once and log in',
  tested: { from: '0.61.0', to: '0.61.0' },
};

const ENDPOINT = 'https://generativelanguage.googleapis.com';

export const geminiEngine: Engine = {
  id: 'gemini',
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
    systemPrompt: false,
  },
  credentials: {
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'].map((variable) => ({
      variable,
      api: 'gemini',
      endpoint: ENDPOINT,
      endpointVariable: 'GOOGLE_GEMINI_BASE_URL',
    })),
    file: {
      path: '.gemini/oauth_creds.json',
      moved: null,
      inside: '.gemini/oauth_creds.json',
      hosts: ['cloudcode-pa.googleapis.com', 'oauth2.googleapis.com', 'www.googleapis.com'],
    },
  },
  preflight: preflightOf({
    name: 'gemini',
    about,
    packages: ['@google/gemini-cli'],
    real: { kind: 'script', path: 'bundle/gemini.js', flags: [], node: '20.0.0' },
  }),
  plan: planGemini,
  reader: async () => (await import('./read-stream.ts')).openGeminiReader,
  userSettings: async () => (await import('./user-settings.ts')).readGeminiSettings,
  tools: { prefix: `mcp_${TOOLS_SERVER}_`, before: null },
  client: {
    name: 'Gemini CLI',
    file: '.gemini/settings.json',
    form: mcpServers,
    added: `gemini mcp add ${TOOLS_SERVER}`,
  },
  sessions: {
    name: 'Gemini CLI',
    load: async () => (await import('./sessions/index.ts')).geminiSessions,
    programs: ['gemini'],
    packagePart: '/@google/gemini-cli/',
    namedBy: 'flag',
    variable: null,
    resume: 'gemini --resume ',
  },
  instructions: { folders: ['.gemini'], files: ['gemini'] },
};
