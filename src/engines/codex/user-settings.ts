/** What `~/.codex/config.toml` says of the model that Codex works with. */
import { join } from 'node:path';

import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { ModelKey } from '../../words/gateway-plan.ts';
import type {
  KeyBinding,
  UserProvider,
  UserSettings,
  UserSettingsRequest,
} from '../user-settings/contract.ts';
import {
  firstKey,
  isFilled,
  modelOf,
  quoted,
  unreadable,
  type Unserved,
} from '../user-settings/judge-provider.ts';
import {
  parseDotenv,
  folderOf,
  machineFolder,
  readLayers,
  readSettingsText,
  shownPath,
  type SettingsLayers,
} from '../user-settings/settings-layers.ts';

const OWN_KEYS = ['OPENAI_API_KEY', 'CODEX_API_KEY'];
const VENDOR = 'https://api.openai.com/v1';

/** What the rules of a provider are held against. */
export interface CodexFiles {
  readonly settings: SettingsLayers;
  /** With what Codex sets for itself from its `.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The key of a log-in with a key, in `auth.json`. */
  readonly loginKey: ModelKey | null;
}

export async function readCodexSettings({ env }: UserSettingsRequest): Promise<UserSettings> {
  const folder = folderOf(env, 'CODEX_HOME', '.codex');
  const machine = machineFolder('codex', 'Codex');
  const paths = [
    join(machine, 'config.toml'),
    join(folder, 'config.toml'),
    join(machine, 'managed_config.toml'),
  ];
  const settings = await readLayers(paths, env, parseToml);
  if (settings.problem !== null) return unreadable(settings.problem);
  const dotenv = join(folder, '.env');
  const own = Object.entries(parseDotenv((await readSettingsText(dotenv)) ?? '')).filter(
    // As Codex does: its own variables do not come from this file.
    ([name]) => !name.startsWith('CODEX_'),
  );
  const variables = own.map(([name, value]) => ({ name, value, from: shownPath(dotenv, env) }));
  const all = { ...env, ...Object.fromEntries(own) };
  const loginKey = await readLoginKey(join(folder, 'auth.json'));
  const profile = settings.textAt('profile');
  const model = profile === null ? null : modelOf(settings, 'profiles', profile, 'model');
  return {
    provider: codexProvider({ settings, env: all, loginKey }),
    bindings: codexBindings(settings),
    providerId: null,
    ...(model === null || model.model === null ? modelOf(settings, 'model') : model),
    variables,
    modelVariables: {},
  };
}

/** Its reader is loaded for those who have such a file. */
async function parseToml(text: string): Promise<unknown> {
  const { parse } = await import('smol-toml');
  try {
    const value: unknown = parse(text);
    return value;
  } catch {
    return undefined;
  }
}

async function readLoginKey(path: string): Promise<ModelKey | null> {
  const value = tryParseJson((await readSettingsText(path)) ?? '');
  const key = isRecord(value) ? value['OPENAI_API_KEY'] : null;
  return typeof key === 'string' && key.trim() !== ''
    ? { name: 'OPENAI_API_KEY of auth.json', value: key.trim() }
    : null;
}

/** Pure. */
export function codexProvider(files: CodexFiles): UserProvider {
  const { settings } = files;
  const profile = settings.textAt('profile');
  const inProfile =
    profile === null ? null : settings.textAt('profiles', profile, 'model_provider');
  const id = inProfile ?? settings.textAt('model_provider') ?? 'openai';
  const from = settings.whence('model_provider');
  switch (id) {
    case 'openai':
      return ownProvider(files);
    case 'ollama':
      return localProvider(files, '11434');
    case 'lmstudio':
      return localProvider(files, '1234');
    case 'amazon-bedrock':
      return unserved({ from, why: 'chooses Amazon Bedrock, which signs each request' });
    default:
      return definedProvider(id, files);
  }
}

/** Its own, which may have been moved. */
function ownProvider({ settings, env, loginKey }: CodexFiles): UserProvider {
  const endpoint = settings.textAt('openai_base_url');
  if (endpoint === null) return { kind: 'usual', variables: null };
  return {
    kind: 'named',
    from: settings.whence('openai_base_url'),
    endpoint,
    exact: true,
    api: 'openai-responses',
    keys: OWN_KEYS,
    key: firstKey(OWN_KEYS, env) ?? loginKey,
    wantsKey: true,
  };
}

/** A server on this machine that Codex knows by itself. */
function localProvider({ settings, env }: CodexFiles, usualPort: string): UserProvider {
  const port = env['CODEX_OSS_PORT'] ?? usualPort;
  return {
    kind: 'named',
    from: settings.whence('model_provider'),
    endpoint: env['CODEX_OSS_BASE_URL'] ?? `http://localhost:${port}/v1`,
    exact: true,
    api: 'openai-responses',
    keys: [],
    key: null,
    wantsKey: false,
  };
}

/** A profile, or an argument of Codex, may choose any of them. The log-in of OpenAI that some ask for belongs to OpenAI too. */
function codexBindings(settings: SettingsLayers): readonly KeyBinding[] {
  const moved = settings.textAt('openai_base_url');
  const from = settings.whence('openai_base_url');
  const own = OWN_KEYS.map((variable) => ({ variable, endpoint: moved, from }));
  const defined = settings.keysAt('model_providers').flatMap((id) => {
    const variable = settings.textAt('model_providers', id, 'env_key');
    const endpoint = settings.textAt('model_providers', id, 'base_url');
    return variable === null || endpoint === null
      ? []
      : [{ variable, endpoint, from: settings.whence('model_providers', id) }];
  });
  return [...(moved === null ? [] : own), ...defined];
}

function definedProvider(id: string, files: CodexFiles): UserProvider {
  const { settings, env, loginKey } = files;
  const at = (key: string): unknown => settings.at('model_providers', id, key);
  const textAt = (key: string): string | null => settings.textAt('model_providers', id, key);
  const variable = textAt('env_key');
  const endpoint = textAt('base_url') ?? VENDOR;
  const byLogin = at('requires_openai_auth') === true;
  const keys = variable === null ? (byLogin ? OWN_KEYS : []) : [variable];
  const from = settings.whence('model_providers', id);
  const why = whyUnserved(id, files);
  if (why !== null) return unserved({ from, why, endpoint, keys });
  const token = textAt('experimental_bearer_token');
  const key =
    (variable === null ? null : firstKey([variable], env)) ??
    (token === null ? null : { name: 'experimental_bearer_token', value: token }) ??
    (byLogin ? (loginKey ?? firstKey(OWN_KEYS, env)) : null);
  if (key === null && byLogin && variable === null) {
    const login = `sends the log-in of OpenAI to the provider ${quoted(id)}`;
    return unserved({ from, why: login, endpoint, keys });
  }
  return {
    kind: 'named',
    from,
    endpoint,
    exact: true,
    api: 'openai-responses',
    keys,
    key,
    wantsKey: variable !== null,
  };
}

/** What of a provider has no place in a gateway that adds one key. */
function whyUnserved(id: string, { settings }: CodexFiles): string | null {
  const at = (key: string): unknown => settings.at('model_providers', id, key);
  const provider = `the provider ${quoted(id)}`;
  if (settings.keysAt('model_providers', id).length === 0)
    return `chooses ${provider}, and does not define it`;
  if (isFilled(at('auth'))) return `has a command make the key of ${provider}`;
  if (isFilled(at('gateway_oauth'))) return `has a log-in of its own for ${provider}`;
  if (isFilled(at('aws'))) return `has AWS sign the requests to ${provider}`;
  const wire = at('wire_api');
  if (wire !== undefined && wire !== 'responses')
    return `speaks with ${provider} otherwise than by "responses"`;
  const added = ['query_params', 'http_headers', 'env_http_headers'].find((key) =>
    isFilled(at(key)),
  );
  return added === undefined ? null : `adds ${added} to requests to ${provider}`;
}

function unserved(found: Partial<Unserved> & Pick<Unserved, 'from' | 'why'>): Unserved {
  return { kind: 'unserved', endpoint: null, keys: [], ...found };
}
