/** What pi's own `settings.json` and `models.json` say of the model that it works with. */
import { join } from 'node:path';

import type { Environment } from '../../platform/environment.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { ModelKey, WireFormat } from '../../words/gateway-plan.ts';
import {
  NO_USER_SETTINGS,
  type KeyBinding,
  type UserProvider,
  type UserSettings,
  type UserSettingsRequest,
} from '../user-settings/contract.ts';
import {
  firstKey,
  isFilled,
  isOnThisMachine,
  modelOf,
  quoted,
  unreadable,
  variableIn,
} from '../user-settings/judge-provider.ts';
import {
  folderOf,
  readLayers,
  readSettingsText,
  type SettingsLayers,
} from '../user-settings/settings-layers.ts';

interface KnownProvider {
  readonly api: string;
  readonly endpoint: string;
  readonly keys: readonly string[];
}

/** Those that pi knows by itself, and the gateway can stand before. */
const KNOWN: Readonly<Record<string, KnownProvider>> = {
  anthropic: {
    api: 'anthropic-messages',
    endpoint: 'https://api.anthropic.com',
    keys: ['ANTHROPIC_API_KEY'],
  },
  openai: {
    api: 'openai-responses',
    endpoint: 'https://api.openai.com/v1',
    keys: ['OPENAI_API_KEY'],
  },
  google: {
    api: 'google-generative-ai',
    endpoint: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GEMINI_API_KEY'],
  },
  openrouter: {
    api: 'openai-completions',
    endpoint: 'https://openrouter.ai/api/v1',
    keys: ['OPENROUTER_API_KEY'],
  },
};

const FORMATS: Readonly<Record<string, WireFormat>> = {
  'anthropic-messages': 'anthropic',
  'openai-responses': 'openai-responses',
  'openai-completions': 'openai-chat',
  'google-generative-ai': 'gemini',
};

export async function readPiSettings({ env }: UserSettingsRequest): Promise<UserSettings> {
  const folder = folderOf(env, 'PI_CODING_AGENT_DIR', '.pi/agent');
  const settings = await readLayers([join(folder, 'settings.json')], env);
  const models = await readLayers([join(folder, 'models.json')], env);
  const problem = settings.problem ?? models.problem;
  if (problem !== null) return unreadable(problem);
  const logins = tryParseJson((await readSettingsText(join(folder, 'auth.json'))) ?? '');
  const ids = models
    .keysAt('providers')
    .filter((id) => ['baseUrl', 'apiKey'].some((key) => models.textAt('providers', id, key)));
  const id = settings.textAt('defaultProvider') ?? (ids.length === 1 ? (ids[0] ?? null) : null);
  const found = { ...NO_USER_SETTINGS, bindings: piBindings(models) };
  if (id === null) return { ...found, provider: withoutChoice(ids, models) };
  const login = isRecord(logins) ? logins[id] : undefined;
  const from = settings.whence('defaultProvider');
  return {
    ...found,
    provider: piProvider(id, { models, env, login, from }),
    ...modelOf(settings, 'defaultModel'),
  };
}

/** Any of them may be chosen while pi runs. */
function piBindings(models: SettingsLayers): readonly KeyBinding[] {
  return models.keysAt('providers').flatMap((id) => {
    const endpoint = models.textAt('providers', id, 'baseUrl');
    if (endpoint === null) return [];
    const from = models.whence('providers', id);
    return keysOf(id, models).map((variable) => ({ variable, endpoint, from }));
  });
}

function withoutChoice(ids: readonly string[], models: SettingsLayers): UserProvider {
  if (ids.length === 0) return { kind: 'usual', variables: null };
  const why = 'sets up several providers, and no settings.json chooses one';
  const keys = ids.flatMap((id) => keysOf(id, models));
  return { kind: 'unserved', from: models.whence('providers'), why, endpoint: null, keys };
}

export interface PiFiles {
  readonly models: SettingsLayers;
  readonly env: Environment;
  /** Of `auth.json`, for this provider. */
  readonly login: unknown;
  /** The file that chooses it. */
  readonly from: string;
}

/** Pure. */
export function piProvider(id: string, { models, env, login, from }: PiFiles): UserProvider {
  const known = KNOWN[id] ?? null;
  const at = (key: string): unknown => models.at('providers', id, key);
  const baseUrl = models.textAt('providers', id, 'baseUrl');
  const apiKey = models.textAt('providers', id, 'apiKey');
  if (baseUrl === null && apiKey === null) {
    if (known !== null) return { kind: 'usual', variables: known.keys };
    // Of a log-in with an account, and of other providers that pi knows by itself.
    if (isRecord(login)) return { kind: 'usual', variables: [] };
  }
  const keys = keysOf(id, models);
  const endpoint = baseUrl ?? known?.endpoint ?? null;
  const unserved = (why: string, file = models.whence('providers', id)): UserProvider => ({
    kind: 'unserved',
    from: file,
    why,
    endpoint,
    keys,
  });
  if (endpoint === null) return unserved(`chooses the provider ${quoted(id)}`, from);
  const written = models.textAt('providers', id, 'api') ?? known?.api ?? '';
  const api = FORMATS[written];
  if (api === undefined)
    return unserved(`speaks with the provider ${quoted(id)} by ${quoted(written)}`);
  if (isFilled(at('headers')) || (at('authHeader') === true && api === 'anthropic'))
    return unserved(`adds headers to requests to the provider ${quoted(id)}`);
  const stored = storedKey(login);
  if ((stored?.value ?? apiKey ?? '').startsWith('!'))
    return unserved(`has a command make the key of the provider ${quoted(id)}`);
  if (stored === null && isRecord(login))
    return unserved(`has a log-in by account for the provider ${quoted(id)}`);
  return {
    kind: 'named',
    from: models.whence('providers', id),
    endpoint,
    exact: api !== 'anthropic',
    api,
    keys,
    key: stored ?? keyOf(apiKey, keys, env),
    wantsKey: !isOnThisMachine(endpoint),
  };
}

function keyOf(apiKey: string | null, keys: readonly string[], env: Environment): ModelKey | null {
  if (apiKey === null || variableIn(apiKey) !== null) return firstKey(keys, env);
  return { name: 'apiKey', value: apiKey };
}

function keysOf(id: string, models: SettingsLayers): readonly string[] {
  const apiKey = models.textAt('providers', id, 'apiKey');
  const variable = variableIn(apiKey);
  if (variable !== null) return [variable];
  return apiKey === null ? (KNOWN[id]?.keys ?? []) : [];
}

/** `/login` keeps a key in a file; it goes before all others. */
function storedKey(login: unknown): ModelKey | null {
  if (!isRecord(login) || login['type'] !== 'api_key') return null;
  const key = login['key'];
  return typeof key === 'string' && key.trim() !== ''
    ? { name: 'key of auth.json', value: key.trim() }
    : null;
}
