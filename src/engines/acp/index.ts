/**
 * Engine `acp`: any agent that speaks the Agent Client Protocol, named by `agent.command` as for `command`. What is started
 * is a driver of ours (`driver/main.ts`), which starts that program, speaks with it and prints what it does.
 */
import { join } from 'node:path';

import { homeFolder, platformFacts } from '../../platform/environment.ts';
import { inspectPath } from '../../platform/files.ts';
import { packageFile } from '../../platform/package.ts';
import { commandArgv, findCommand } from '../command/find-command.ts';
import type {
  Engine,
  EngineFile,
  EnginePlan,
  PlanRequest,
  Preflight,
  PreflightRequest,
} from '../contract.ts';
import { ANTHROPIC, GEMINI, OPENAI } from '../key-sources.ts';
import { TOOLS_SERVER } from '../launch-plan.ts';
import type { DriverPlan } from './driver/driver-plan.ts';

const PLAN_FILE = 'driver-plan.json';

/** Some agents look for updates, or unpack themselves, before they answer. */
const PATIENCE_MS = 120_000;

/** @param driver absolute path of our program */
export function planAcp(request: PlanRequest, driver: string): EnginePlan {
  const { home } = request;
  const { env, files } = modelAccess(request);
  return {
    argv: [platformFacts().execPath, driver, join(home, PLAN_FILE)],
    env,
    stdin: 'empty',
    stopSignal: 'SIGTERM',
    files: [
      { path: PLAN_FILE, text: `${JSON.stringify(driverPlan(request), null, 2)}\n` },
      ...files,
    ],
  };
}

function driverPlan(request: PlanRequest): DriverPlan {
  const { worktree, permissions, isolation, home, briefFolder, outFolder, gitFolders } = request;
  const [program, ...args] = commandArgv(request);
  return {
    argv: [program, ...args, ...request.args],
    worktree,
    promptFile: request.promptFile,
    session: request.session,
    model: request.model,
    mcp: request.mcp,
    rules: {
      worktree,
      write: permissions.write,
      hosts: permissions.network.allow,
      writable: [outFolder, home, ...gitFolders],
      readable: [briefFolder, ...permissions.read.map(absolute)],
      closed: isolation === 'sandbox' ? null : homeFolder({}),
    },
    patienceMs: PATIENCE_MS,
  };
}

function absolute(path: string): string {
  return path.startsWith('~/') ? join(homeFolder({}), path.slice(2)) : path;
}

/** How agents that are known by name are led to the gateway: by the variables and files that they read. */
interface ModelAccess {
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly EngineFile[];
}

/** Nothing where it sees to that itself with a log-in of the user's. */
function modelAccess(request: PlanRequest): ModelAccess {
  const { access, isolation, home } = request;
  const keeps = access.kind === 'gateway' || isolation === 'sandbox';
  const homes = keeps ? agentHomes(home) : {};
  if (access.kind !== 'gateway') return { env: homes, files: [] };
  const { env, files } = led(request, access);
  return { env: { ...homes, ...env }, files };
}

/** Where they keep their sessions: of the run alone, so that one can be taken up again. */
function agentHomes(home: string): Readonly<Record<string, string>> {
  return {
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    CODEX_HOME: join(home, 'codex'),
    COPILOT_HOME: join(home, 'copilot'),
    QWEN_HOME: join(home, 'qwen'),
    GEMINI_CLI_HOME: join(home, 'gemini'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_STATE_HOME: join(home, 'state'),
  };
}

function led(
  { model }: Pick<PlanRequest, 'model'>,
  { api, baseUrl, key }: Extract<PlanRequest['access'], { readonly kind: 'gateway' }>,
): ModelAccess {
  switch (api) {
    case 'anthropic':
      return {
        env: {
          ANTHROPIC_BASE_URL: baseUrl,
          ANTHROPIC_API_KEY: key,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          CLAUDE_CODE_MAX_RETRIES: '2',
          ...(model === null ? {} : { ANTHROPIC_MODEL: model }),
        },
        files: [],
      };
    case 'openai-responses':
      return {
        env: { OPENAI_BASE_URL: `${baseUrl}/v1`, OPENAI_API_KEY: key },
        files: [{ path: 'codex/config.toml', text: codexConfig(baseUrl, model) }],
      };
    case 'openai-chat':
      return { env: openaiChat({ baseUrl, key, model }), files: [] };
    case 'gemini':
      return {
        env: {
          GOOGLE_GEMINI_BASE_URL: baseUrl,
          GEMINI_API_KEY: key,
          GEMINI_CLI_NO_RELAUNCH: 'true',
          GEMINI_CLI_TRUST_WORKSPACE: 'true',
          ...(model === null ? {} : { GEMINI_MODEL: model }),
        },
        files: [
          {
            path: 'gemini/.gemini/settings.json',
            text: `${JSON.stringify({
              general: { enableAutoUpdate: false },
              privacy: { usageStatisticsEnabled: false },
              security: {
                auth: { selectedType: 'gemini-api-key' },
                folderTrust: { enabled: false },
              },
            })}\n`,
          },
        ],
      };
  }
}

/** The key's place is a variable, so that the file holds nothing secret. */
function codexConfig(baseUrl: string, model: string | null): string {
  return [
    ...(model === null ? [] : [`model = ${JSON.stringify(model)}`]),
    'model_provider = "roundsman"',
    'check_for_update_on_startup = false',
    '',
    '[analytics]',
    'enabled = false',
    '',
    '[model_providers.roundsman]',
    'name = "roundsman"',
    `base_url = ${JSON.stringify(`${baseUrl}/v1`)}`,
    'env_key = "OPENAI_API_KEY"',
    'wire_api = "responses"',
    'request_max_retries = 2',
    'stream_max_retries = 2',
    '',
  ].join('\n');
}

interface Chat {
  readonly baseUrl: string;
  readonly key: string;
  readonly model: string | null;
}

/** OpenCode takes its whole configuration from a variable; the others read those that everybody reads. */
function openaiChat({ baseUrl, key, model }: Chat): Readonly<Record<string, string>> {
  const url = `${baseUrl}/v1`;
  return {
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: key,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    QWEN_CODE_NO_RELAUNCH: '1',
    ...(model === null
      ? {}
      : {
          OPENAI_MODEL: model,
          OPENCODE_CONFIG_CONTENT: JSON.stringify({
            autoupdate: false,
            share: 'disabled',
            model: `roundsman/${model}`,
            small_model: `roundsman/${model}`,
            provider: {
              roundsman: {
                npm: '@ai-sdk/openai-compatible',
                options: { baseURL: url, apiKey: '{env:OPENAI_API_KEY}' },
                models: { [model]: {} },
              },
            },
          }),
        }),
  };
}

/** The compiled program, wherever this file itself was loaded from. */
export const DRIVER = packageFile('dist/engines/acp/driver/main.js');

export const acpEngine: Engine = {
  id: 'acp',
  about: {
    name: 'Any agent of the Agent Client Protocol',
    install: 'name it in agent.command, such as [gemini, --acp] or [opencode, acp]',
    login: 'log in with the agent itself, or name its key in engines.acp.key and engines.acp.api',
    tested: null,
  },
  takes: 'program',
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'flag',
    budget: false,
    turns: false,
    usage: true,
    cost: true,
    presetId: false,
    stopSignal: 'SIGTERM',
    credentials: ['key'],
    endpoint: true,
    systemPrompt: false,
  },
  credentials: {
    keys: [ANTHROPIC, OPENAI, GEMINI],
    file: null,
  },
  preflight: preflightAcp,
  plan: (request) => planAcp(request, DRIVER),
  reader: async () => (await import('./read-stream.ts')).openAcpReader,
  userSettings: null,
  tools: {
    prefix: '',
    before: `They are tools of the server "${TOOLS_SERVER}"; your program may put its name before theirs, as in \`mcp__${TOOLS_SERVER}__finish\`, or want them searched first.`,
  },
  client: null,
  sessions: null,
  instructions: { folders: [], files: [] },
};

async function preflightAcp(request: PreflightRequest): Promise<Preflight> {
  if ((await inspectPath(DRIVER)) !== null) return findCommand(request);
  return {
    kind: 'missing',
    failure: {
      code: 'engine-missing',
      message: `the driver of agents is not there: ${DRIVER}`,
      hint: 'Install Roundsman again; in a checkout of it, run npm run build.',
    },
  };
}
