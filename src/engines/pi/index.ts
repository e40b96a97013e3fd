/** Engine `pi`: one prompt of pi in JSON mode, its settings and sessions in a home of the run's own. */
import { AppError, assertNever } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type {
  Engine,
  EngineAbout,
  EngineCredentials,
  EnginePlan,
  PlanRequest,
} from '../contract.ts';
import { ANTHROPIC, GEMINI, OPENAI, OPENROUTER } from '../key-sources.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import { requireProgram } from '../programs/program-spec.ts';

// How pi is started: the prompt on stdin; its endpoint and settings by files of the folder that it takes for its own.

/** As its own of three at two seconds, of which the gateway ends the last. */
const RETRY = { enabled: true, maxRetries: 2, baseDelayMs: 1_000 };

function planPi(request: PlanRequest): EnginePlan {
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

/** Its log-in file holds those of all providers together. */
const PI_CREDENTIALS: EngineCredentials = {
  keys: [ANTHROPIC, OPENAI, GEMINI, OPENROUTER],
  file: {
    path: '.pi/agent/auth.json',
    moved: { variable: 'PI_CODING_AGENT_DIR', folder: '.pi/agent' },
    inside: 'auth.json',
    hosts: [
      'api.anthropic.com',
      'console.anthropic.com',
      'api.openai.com',
      'auth.openai.com',
      'chatgpt.com',
      'api.githubcopilot.com',
      'api.github.com',
      'openrouter.ai',
    ],
  },
};

const about: EngineAbout = {
  name: 'pi',
  install: 'npm install -g @earendil-works/pi-coding-agent',
  login: 'run pi and /login, or set ANTHROPIC_API_KEY or OPENAI_API_KEY',
  tested: { from: '0.87.1', to: '0.87.1' },
};

export const piEngine: Engine = {
  id: 'pi',
  about,
  takes: 'prompt',
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'none',
    budget: false,
    turns: false,
    usage: true,
    cost: true,
    presetId: true,
    stopSignal: 'SIGTERM',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: true,
  },
  credentials: PI_CREDENTIALS,
  preflight: preflightOf({
    name: 'pi',
    about,
    packages: ['@earendil-works/pi-coding-agent'],
    real: { kind: 'script', path: 'dist/bundle/cli.js', flags: [], node: '22.19.0' },
  }),
  plan: planPi,
  reader: async () => (await import('./read-stream.ts')).openPiReader,
  userSettings: async () => (await import('./user-settings.ts')).readPiSettings,
  tools: null,
  client: null,
  sessions: {
    name: 'pi',
    load: async () => (await import('./sessions/index.ts')).piSessions,
    programs: ['pi'],
    packagePart: '/pi-coding-agent/',
    namedBy: 'flag',
    variable: 'PI_SESSION_ID',
    resume: 'pi --session ',
  },
  instructions: { folders: ['.pi'], files: [] },
};
