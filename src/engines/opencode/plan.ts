/** How OpenCode is started: `run` with the prompt on stdin, everything else by files and variables of a home of its own. */
import { join, relative } from 'node:path';

import { AppError, assertNever } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type { EnginePlan, PlanRequest, EngineAccess } from '../contract.ts';
import { TOOLS_WAIT_MS } from '../launch-plan.ts';
import { requireProgram } from '../programs/program-spec.ts';

/** A pattern with more of them is not meant seriously. */
const MAX_SPREADS = 5;

export function planOpencode(request: PlanRequest): EnginePlan {
  const { home, session } = request;
  const model = chosenModel(request);
  const [program, ...flags] = requireProgram('OpenCode', request.program);
  return {
    argv: [
      program,
      ...flags,
      'run',
      '--format',
      'json',
      // What its rules do not deny runs without a prompt: no user is there to answer one.
      '--auto',
      // From another folder than its own a session never continues, and never ends.
      ...(session.kind === 'resume' ? ['--session', session.id, '--dir', session.cwd] : []),
      ...(model === null ? [] : ['--model', model]),
      ...request.args,
    ],
    env: {
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CACHE_HOME: join(home, 'cache'),
      // Stands above what a file of the repository says.
      OPENCODE_PERMISSION: JSON.stringify(opencodePermission(request)),
      // A file of the repository would lead its model, and a log-in, to another endpoint.
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_SHARE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: [
      {
        path: 'config/opencode/opencode.json',
        text: `${JSON.stringify(opencodeConfig(request), null, 2)}\n`,
      },
      // At each start it would have npm fetch what its plug-ins need, into this folder.
      { path: 'config/opencode/.npmrc', text: 'offline=true\n' },
    ],
  };
}

/** Its `opencode.json`, as data: a file, because what it gets in a variable is handed on to every command of its model. */
function opencodeConfig(
  request: Pick<PlanRequest, 'access' | 'model' | 'mcp' | 'worktree'>,
): Readonly<Record<string, unknown>> {
  return {
    autoupdate: false,
    share: 'disabled',
    // No extra request for a title that is not shown anywhere.
    agent: { title: { disable: true } },
    // With the settings of the project it leaves out its instructions too. Those that are not there are passed over.
    instructions: ['AGENTS.md', 'CLAUDE.md'].map((name) => join(request.worktree, name)),
    ...providerConfig(request),
    mcp: Object.fromEntries(
      request.mcp.map(({ name, argv, env }) => [
        name,
        { type: 'local', command: argv, environment: env, enabled: true, timeout: TOOLS_WAIT_MS },
      ]),
    ),
  };
}

function providerConfig({
  access,
  model,
}: Pick<PlanRequest, 'access' | 'model'>): Readonly<Record<string, unknown>> {
  if (access.kind !== 'gateway') return {};
  const { id, npm, path } = providerOf(access.api);
  const named = modelAt(access, model);
  return {
    enabled_providers: [id],
    provider: {
      [id]: {
        npm,
        options: { baseURL: `${access.baseUrl}${path}`, apiKey: access.key },
        models: named === null ? {} : { [named]: {} },
      },
    },
  };
}

/** Which of its providers speaks to the gateway, and by which of its bundled libraries. */
interface OpencodeProvider {
  /** One that it knows brings its models, with their sizes and prices, along. */
  readonly id: string;
  readonly npm: string;
  /** After the gateway's base URL. */
  readonly path: string;
}

function providerOf(api: WireFormat): OpencodeProvider {
  switch (api) {
    case 'anthropic':
      return { id: 'anthropic', npm: '@ai-sdk/anthropic', path: '/v1' };
    case 'openai-responses':
      return { id: 'openai', npm: '@ai-sdk/openai', path: '/v1' };
    case 'openai-chat':
      return { id: 'roundsman', npm: '@ai-sdk/openai-compatible', path: '/v1' };
    case 'gemini':
      return { id: 'google', npm: '@ai-sdk/google', path: '/v1beta' };
    default:
      return assertNever(api);
  }
}

/** `provider/model`, as it wants it; `null` = its own choice. */
function chosenModel({ access, model }: Pick<PlanRequest, 'access' | 'model'>): string | null {
  if (access.kind !== 'gateway') return model;
  const { id } = providerOf(access.api);
  const bare = modelAt(access, model);
  return bare === null ? null : `${id}/${bare}`;
}

/** Its name at the endpoint: a routine may write the provider before it, as OpenCode's own users do. */
function modelAt(
  access: Extract<EngineAccess, { readonly kind: 'gateway' }>,
  model: string | null,
): string | null {
  const { id } = providerOf(access.api);
  if (model !== null) {
    const [named] = [access.providerId, id].filter((one) => model.startsWith(`${one ?? ''}/`));
    return named === undefined ? model : model.slice(named.length + 1);
  }
  if (access.api !== 'openai-chat') return null;
  throw new AppError('invalid-definition', {
    code: 'invalid-definition',
    message: 'OpenCode cannot choose a model at an endpoint that it does not know',
    hint: 'Write its name as agent.model, or as engines.opencode.model in roundsman.yaml.',
  });
}

type Action = 'allow' | 'deny';

/** The routine's `permissions` in OpenCode's words. The sandbox and the hand-back hold without it; it tells the model sooner. */
interface OpencodePermission {
  readonly '*': Action;
  readonly webfetch: Action;
  readonly websearch: Action;
  /** Without one, all may be edited. The last pattern that fits decides; `*` stands for slashes too. */
  readonly edit?: Readonly<Record<string, Action>>;
}

function opencodePermission(
  request: Pick<PlanRequest, 'permissions' | 'worktree' | 'outFolder'>,
): OpencodePermission {
  const { write, network } = request.permissions;
  const web = network.allow.length > 0 ? 'allow' : 'deny';
  return {
    '*': 'allow',
    webfetch: web,
    websearch: web,
    ...(write.length > 0 && write.every(isStated) ? { edit: editRules(request) } : {}),
  };
}

/** Sets of characters, and what is not to be taken for a pattern, it has no words for: then git has the last one. */
function isStated(pattern: string): boolean {
  return !/[[\\]/.test(pattern);
}

/** It names files relative to the worktree, those outside as well. */
function editRules({
  permissions,
  worktree,
  outFolder,
}: Pick<PlanRequest, 'permissions' | 'worktree' | 'outFolder'>): Readonly<Record<string, Action>> {
  const rules = permissions.write.flatMap((pattern) => {
    const action: Action = pattern.startsWith('!') ? 'deny' : 'allow';
    return wildcards(pattern.replace(/^!/, '')).map((text) => [text, action] as const);
  });
  return {
    '*': 'deny',
    ...Object.fromEntries(rules),
    [`${relative(worktree, outFolder)}/*`]: 'allow',
    [`${outFolder}/*`]: 'allow',
  };
}

/**
 * A pattern of a .gitignore as wildcards, of which one has to fit: itself, what is below it, and either in any folder. To
 * OpenCode the slash after two stars is one that has to be there; here it also stands for no folder at all.
 */
function wildcards(pattern: string): readonly string[] {
  const body = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  const anywhere = !body.includes('/') && !/^\.?\//.test(pattern);
  return [body, ...withoutFolders(body)].flatMap((path) => {
    const here = pattern.endsWith('/') ? [`${path}/*`] : [path, `${path}/*`];
    return anywhere ? [...here, ...here.map((text) => `*/${text}`)] : here;
  });
}

/** With each of its double stars between folders left out, alone and together. */
function withoutFolders(path: string): readonly string[] {
  const parts = path.replaceAll(/(?<![^/])(?:\*\*\/)+/g, '**/').split(/(?<![^/])\*\*\//);
  if (parts.length === 1 || parts.length > MAX_SPREADS + 1) return [];
  const [first = '', ...rest] = parts;
  const all = rest.reduce<readonly string[]>(
    (heads, part) => heads.flatMap((head) => [`${head}**/${part}`, `${head}${part}`]),
    [first],
  );
  return all.filter((one) => one !== path);
}
