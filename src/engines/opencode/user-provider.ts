/** Which provider OpenCode's settings choose, and how it is reached. Pure. */
import type { Environment } from '../../platform/environment.ts';
import { isRecord } from '../../platform/json.ts';
import type { ModelKey, WireFormat } from '../../words/gateway-plan.ts';
import type { KeyBinding, UserProvider } from '../user-settings/contract.ts';
import { firstKey, isFilled, isOnThisMachine, quoted } from '../user-settings/judge-provider.ts';
import type { SettingsLayers } from '../user-settings/settings-layers.ts';

export type ProviderChoice =
  | { readonly kind: 'none' }
  /** `model` as OpenCode writes it: `corp/large-1`. */
  | { readonly kind: 'one'; readonly id: string; readonly model: string | null }
  | { readonly kind: 'unclear'; readonly provider: UserProvider };

/** @param model `provider/model`, `null` when none is named */
export function chooseProvider(settings: SettingsLayers, model: string | null): ProviderChoice {
  const ids = settings
    .keysAt('provider')
    .filter((id) => ['baseURL', 'apiKey'].some((key) => optionAt(settings, id, key) !== null));
  const slash = model?.indexOf('/') ?? -1;
  if (model !== null && slash > 0) {
    const id = model.slice(0, slash);
    // A name at an endpoint may have slashes of its own: its first part is a provider only when there is one.
    const isProvider = id in KNOWN || settings.keysAt('provider').includes(id) || ids.length === 0;
    if (isProvider) return { kind: 'one', id, model };
  }
  const [id] = ids;
  if (id === undefined) return { kind: 'none' };
  if (ids.length === 1) return { kind: 'one', id, model: model ?? onlyModel(settings, id) };
  const endpoint = null;
  const keys = ids.flatMap((one) => {
    const variable = variableIn(optionAt(settings, one, 'apiKey'));
    return [...(variable === null ? [] : [variable]), ...(KNOWN[one]?.keys ?? [])];
  });
  const why = 'sets up several providers, and names no model';
  const from = settings.whence('provider');
  return { kind: 'unclear', provider: { kind: 'unserved', from, why, endpoint, keys } };
}

function onlyModel(settings: SettingsLayers, id: string): string | null {
  const names = settings.keysAt('provider', id, 'models');
  return names.length === 1 ? `${id}/${names[0] ?? ''}` : null;
}

interface KnownProvider {
  readonly npm: string;
  readonly endpoint: string;
  readonly keys: readonly string[];
}

/** Those that OpenCode knows by itself, and the gateway can stand before. */
const KNOWN: Readonly<Record<string, KnownProvider>> = {
  anthropic: {
    npm: '@ai-sdk/anthropic',
    endpoint: 'https://api.anthropic.com/v1',
    keys: ['ANTHROPIC_API_KEY'],
  },
  openai: {
    npm: '@ai-sdk/openai',
    endpoint: 'https://api.openai.com/v1',
    keys: ['OPENAI_API_KEY'],
  },
  google: {
    npm: '@ai-sdk/google',
    endpoint: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  },
  openrouter: {
    npm: '@openrouter/ai-sdk-provider',
    endpoint: 'https://openrouter.ai/api/v1',
    keys: ['OPENROUTER_API_KEY'],
  },
};

const FORMATS: Readonly<Record<string, WireFormat>> = {
  '@ai-sdk/anthropic': 'anthropic',
  '@ai-sdk/openai': 'openai-responses',
  '@ai-sdk/openai-compatible': 'openai-chat',
  '@openrouter/ai-sdk-provider': 'openai-chat',
  '@ai-sdk/google': 'gemini',
};

export interface OpencodeFiles {
  readonly settings: SettingsLayers;
  readonly env: Environment;
  /** Of `auth.json`, for this provider. */
  readonly login: unknown;
  /** What stands in the file that `{file:…}` names as its key. */
  readonly keyFile: string | null;
}

export function opencodeProvider(id: string, files: OpencodeFiles): UserProvider {
  const { settings, env } = files;
  const known = KNOWN[id] ?? null;
  const baseUrl = baseUrlOf(settings, id);
  const apiKey = optionAt(settings, id, 'apiKey');
  if (known !== null && baseUrl === null && apiKey === null)
    return { kind: 'usual', variables: known.keys };
  // Of a log-in with an account, and of other providers that OpenCode knows by itself.
  if (known === null && baseUrl === null && apiKey === null && isRecord(files.login))
    return { kind: 'usual', variables: [] };
  const from = settings.whence('provider', id);
  const keys = keysOf(settings, id);
  const endpoint = baseUrl === null ? (known?.endpoint ?? null) : filledIn(baseUrl, env);
  const unserved = (why: string): UserProvider => ({ kind: 'unserved', from, why, endpoint, keys });
  if (endpoint === null) return unserved(`chooses the provider ${quoted(id)}`);
  const npm = settings.textAt('provider', id, 'npm') ?? known?.npm ?? '@ai-sdk/openai-compatible';
  const api = FORMATS[npm];
  if (api === undefined)
    return unserved(`speaks with the provider ${quoted(id)} by ${quoted(npm)}`);
  if (isFilled(settings.at('provider', id, 'options', 'headers')))
    return unserved(`adds headers to requests to the provider ${quoted(id)}`);
  const key = keyOf(apiKey, keys, files);
  if (key === null && isOAuth(files.login))
    return unserved(`has a log-in by account for the provider ${quoted(id)}`);
  return {
    kind: 'named',
    from,
    endpoint,
    exact: true,
    api,
    keys,
    key,
    wantsKey: apiKey !== null || !isOnThisMachine(endpoint),
  };
}

function keyOf(
  apiKey: string | null,
  variables: readonly string[],
  { env, login, keyFile }: OpencodeFiles,
): ModelKey | null {
  if (apiKey === null) return firstKey(variables, env) ?? loginKey(login);
  if (variableIn(apiKey) !== null) return firstKey(variables, env) ?? loginKey(login);
  const value = apiKey.startsWith('{file:') ? keyFile : apiKey;
  return value === null || value === '' ? null : { name: 'options.apiKey', value };
}

/** `opencode auth login` keeps a key in a file. */
function loginKey(login: unknown): ModelKey | null {
  if (!isRecord(login) || login['type'] !== 'api') return null;
  const value = login['key'];
  return typeof value === 'string' && value.trim() !== ''
    ? { name: 'key of auth.json', value: value.trim() }
    : null;
}

function isOAuth(login: unknown): boolean {
  return isRecord(login) && login['type'] !== 'api';
}

/** Any of them may be chosen by the name of a model. */
export function opencodeBindings(
  settings: SettingsLayers,
  env: Environment,
): readonly KeyBinding[] {
  return settings.keysAt('provider').flatMap((id) => {
    const baseUrl = baseUrlOf(settings, id);
    if (baseUrl === null) return [];
    const endpoint = filledIn(baseUrl, env);
    const from = settings.whence('provider', id);
    return keysOf(settings, id).map((variable) => ({ variable, endpoint, from }));
  });
}

function baseUrlOf(settings: SettingsLayers, id: string): string | null {
  return optionAt(settings, id, 'baseURL') ?? settings.textAt('provider', id, 'api');
}

function keysOf(settings: SettingsLayers, id: string): readonly string[] {
  const apiKey = optionAt(settings, id, 'apiKey');
  if (apiKey === null) return variablesOf(settings, id);
  const variable = variableIn(apiKey);
  return variable === null ? [] : [variable];
}

function variablesOf(settings: SettingsLayers, id: string): readonly string[] {
  const named = settings.at('provider', id, 'env');
  const own = Array.isArray(named) ? named.filter((one) => typeof one === 'string') : [];
  return own.length > 0 ? own : (KNOWN[id]?.keys ?? []);
}

function optionAt(settings: SettingsLayers, id: string, key: string): string | null {
  return settings.textAt('provider', id, 'options', key);
}

/** `{env:NAME}`. */
function variableIn(text: string | null): string | null {
  return /^\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text ?? '')?.[1] ?? null;
}

function filledIn(text: string, env: Environment): string {
  return text.replaceAll(/\{env:([^}]+)\}/g, (_, name: string) => env[name] ?? '');
}

/** The file that holds the key of a provider, as it is written; `null`: none does. */
export function keyFileOf(settings: SettingsLayers, id: string): string | null {
  return /^\{file:([^}]+)\}$/.exec(optionAt(settings, id, 'apiKey') ?? '')?.[1]?.trim() ?? null;
}
