/** What `~/.qwen/settings.json`, its `.env` and the environment say of the model that Qwen Code works with. */
import { join } from 'node:path';

import { homeFolder, type Environment } from '../../platform/environment.ts';
import { isRecord } from '../../platform/json.ts';
import type { ModelKey, WireFormat } from '../../words/gateway-plan.ts';
import {
  NO_USER_SETTINGS,
  type FileVariable,
  type KeyBinding,
  type UserProvider,
  type UserSettings,
  type UserSettingsRequest,
} from '../user-settings/contract.ts';
import {
  firstKey,
  isOnThisMachine,
  modelName,
  modelOf,
  quoted,
  unreadable,
  variableIn,
} from '../user-settings/judge-provider.ts';
import {
  readOwnDotenv,
  folderOf,
  machineFolder,
  readLayers,
  type SettingsLayers,
} from '../user-settings/settings-layers.ts';

interface Protocol {
  readonly api: WireFormat;
  readonly key: string;
  readonly endpoint: string;
  readonly endpointVariable: string;
}

const OPENAI = {
  key: 'OPENAI_API_KEY',
  endpoint: 'https://api.openai.com/v1',
  endpointVariable: 'OPENAI_BASE_URL',
} as const;

/** Of those that the gateway can stand before. */
const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  openai: { api: 'openai-chat', ...OPENAI },
  'openai-responses': { api: 'openai-responses', ...OPENAI },
  anthropic: {
    api: 'anthropic',
    key: 'ANTHROPIC_API_KEY',
    endpoint: 'https://api.anthropic.com',
    endpointVariable: 'ANTHROPIC_BASE_URL',
  },
};

const KIND = ['security', 'auth', 'selectedType'] as const;

export async function readQwenSettings({ env }: UserSettingsRequest): Promise<UserSettings> {
  const folder = folderOf(env, 'QWEN_HOME', '.qwen');
  const machine = machineFolder('qwen-code', 'QwenCode');
  const paths = [
    join(machine, 'system-defaults.json'),
    join(folder, 'settings.json'),
    join(machine, 'settings.json'),
  ];
  const settings = await readLayers(paths, env);
  if (settings.problem !== null) return unreadable(settings.problem);
  const dotenvs = [join(folder, '.env'), join(homeFolder(env), '.env')];
  const variables = [...variablesIn(settings, env), ...(await readOwnDotenv(dotenvs, env))];
  const all = { ...Object.fromEntries(variables.map(({ name, value }) => [name, value])), ...env };
  const named = modelName(all['OPENAI_MODEL']) === null ? null : 'OPENAI_MODEL';
  const written = modelOf(settings, 'model', 'name');
  const model = written.model ?? (named === null ? null : modelName(all[named]));
  return {
    ...NO_USER_SETTINGS,
    provider: qwenProvider(settings, all, model),
    bindings: qwenBindings(settings),
    model,
    modelFrom: written.modelFrom ?? (model === null ? null : named),
    variables,
  };
}

/** Any of them may be chosen while Qwen Code runs. */
function qwenBindings(settings: SettingsLayers): readonly KeyBinding[] {
  const defined = settings.keysAt('modelProviders').flatMap((id) => {
    const from = settings.whence('modelProviders', id);
    return entriesOf(settings, id, null).flatMap(({ endpoint, variable }) => {
      const key = variable ?? PROTOCOLS[id]?.key ?? null;
      return endpoint === null || key === null ? [] : [{ variable: key, endpoint, from }];
    });
  });
  const endpoint = settings.textAt('security', 'auth', 'baseUrl');
  const variable = variableIn(settings.textAt('security', 'auth', 'apiKey'));
  if (endpoint === null || variable === null) return defined;
  return [...defined, { variable, endpoint, from: settings.whence('security', 'auth', 'baseUrl') }];
}

/** What `env` of the settings says counts last. */
function variablesIn(settings: SettingsLayers, env: Environment): readonly FileVariable[] {
  return settings.keysAt('env').flatMap((name) => {
    const value = settings.textAt('env', name);
    const isSet = (env[name] ?? '') !== '';
    return value === null || isSet ? [] : [{ name, value, from: settings.whence('env', name) }];
  });
}

/** Pure. */
export function qwenProvider(
  settings: SettingsLayers,
  env: Environment,
  model: string | null,
): UserProvider {
  const kind = settings.textAt(...KIND);
  const from = settings.whence(...KIND);
  if (kind === 'qwen-oauth') return { kind: 'usual', variables: null };
  if (kind !== null && PROTOCOLS[kind] === undefined) {
    const keys = kind === 'gemini' ? ['GEMINI_API_KEY'] : ['GOOGLE_API_KEY'];
    return { kind: 'unserved', from, why: `chooses ${quoted(kind)}`, endpoint: null, keys };
  }
  const id = kind ?? 'openai';
  const protocol = PROTOCOLS[id];
  if (protocol === undefined) return { kind: 'usual', variables: null };
  const entry = entryOf(settings, id, model);
  if (entry === 'several') {
    const why = 'sets up several endpoints, and names no model of them';
    const file = settings.whence('modelProviders', id);
    return { kind: 'unserved', from: file, why, endpoint: null, keys: [protocol.key] };
  }
  if (entry !== null) {
    const keys = [entry.variable ?? protocol.key];
    return namedProvider(protocol, {
      from: settings.whence('modelProviders', id),
      endpoint: entry.endpoint ?? protocol.endpoint,
      keys,
      key: firstKey(keys, env),
    });
  }
  return writtenProvider(settings, env, protocol);
}

/** Where the log-in itself has an endpoint or key, and the environment none. */
function writtenProvider(
  settings: SettingsLayers,
  env: Environment,
  protocol: Protocol,
): UserProvider {
  const moved = env[protocol.endpointVariable]?.trim() ?? '';
  const baseUrl = settings.textAt('security', 'auth', 'baseUrl');
  const apiKey = settings.textAt('security', 'auth', 'apiKey');
  if (moved !== '' || (baseUrl === null && apiKey === null)) {
    const isOwn = protocol.api === 'openai-chat';
    if (isOwn || firstKey([protocol.key], env) === null) return { kind: 'usual', variables: null };
    return namedProvider(protocol, {
      from: settings.whence(...KIND),
      endpoint: moved === '' ? protocol.endpoint : moved,
      keys: [protocol.key],
      key: firstKey([protocol.key], env),
    });
  }
  const variable = variableIn(apiKey);
  const keys = [variable ?? protocol.key];
  const written =
    apiKey === null || variable !== null ? null : { name: 'security.auth.apiKey', value: apiKey };
  return namedProvider(protocol, {
    from: settings.whence('security', 'auth', baseUrl === null ? 'apiKey' : 'baseUrl'),
    endpoint: baseUrl ?? protocol.endpoint,
    keys,
    key: firstKey(keys, env) ?? written,
  });
}

interface Found {
  readonly from: string;
  readonly endpoint: string;
  readonly keys: readonly string[];
  readonly key: ModelKey | null;
}

function namedProvider({ api }: Protocol, found: Found): UserProvider {
  const wantsKey = !isOnThisMachine(found.endpoint);
  return { kind: 'named', ...found, exact: api !== 'anthropic', api, wantsKey };
}

interface Entry {
  readonly endpoint: string | null;
  readonly variable: string | null;
}

/** What `modelProviders` says of the model; `several`: it is not stated which one applies. */
function entryOf(
  settings: SettingsLayers,
  id: string,
  model: string | null,
): Entry | 'several' | null {
  const entries = entriesOf(settings, id, model);
  const [first] = entries;
  if (first === undefined) return null;
  const isOne = entries.every((one) => JSON.stringify(one) === JSON.stringify(first));
  return isOne || model !== null ? first : 'several';
}

/** @param model `null`: all */
function entriesOf(settings: SettingsLayers, id: string, model: string | null): readonly Entry[] {
  const list = settings.at('modelProviders', id);
  const records = Array.isArray(list) ? list.filter(isRecord) : [];
  const named = model === null ? records : records.filter((one) => one['id'] === model);
  return named.map((one) => ({ endpoint: text(one['baseUrl']), variable: text(one['envKey']) }));
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
