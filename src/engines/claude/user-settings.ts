/** What `~/.claude/settings.json` and the environment say of the model that Claude Code works with. */
import { join } from 'node:path';

import type { Environment } from '../../platform/environment.ts';
import type {
  FileVariable,
  UserProvider,
  UserSettings,
  UserSettingsRequest,
} from '../user-settings/contract.ts';
import {
  firstKey,
  isOn,
  isOnThisMachine,
  modelName,
  modelOf,
  unreadable,
} from '../user-settings/judge-provider.ts';
import {
  folderOf,
  machineFolder,
  readLayers,
  type SettingsLayers,
} from '../user-settings/settings-layers.ts';

const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'];
const ALL_KEYS = [...KEYS, 'CLAUDE_CODE_OAUTH_TOKEN'];
const ENDPOINT = 'ANTHROPIC_BASE_URL';
const HEADERS = 'ANTHROPIC_CUSTOM_HEADERS';

/** Others than Anthropic's own interface, by the switch that chooses them. */
const CLOUDS: Readonly<Record<string, string>> = {
  CLAUDE_CODE_USE_BEDROCK: 'Amazon Bedrock',
  CLAUDE_CODE_USE_MANTLE: 'Amazon Bedrock',
  CLAUDE_CODE_USE_ANTHROPIC_AWS: 'Claude Platform on AWS',
  CLAUDE_CODE_USE_VERTEX: 'Google Vertex AI',
  CLAUDE_CODE_USE_FOUNDRY: 'Microsoft Foundry',
};

/** What a name such as `sonnet` stands for at another endpoint. */
const MODEL_NAMES =
  /^(ANTHROPIC_DEFAULT_[A-Z]+_MODEL|ANTHROPIC_SMALL_FAST_MODEL|CLAUDE_CODE_SUBAGENT_MODEL)$/;

export async function readClaudeSettings({ env }: UserSettingsRequest): Promise<UserSettings> {
  const user = join(folderOf(env, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json');
  const managed = join(machineFolder('claude-code', 'ClaudeCode'), 'managed-settings.json');
  const settings = await readLayers([user, managed], env);
  if (settings.problem !== null) return unreadable(settings.problem);
  return claudeSettings(settings, env);
}

/** Pure. What `env` of the settings says goes before the environment itself, as it does for Claude Code. */
export function claudeSettings(settings: SettingsLayers, env: Environment): UserSettings {
  const variables = variablesIn(settings);
  const all: Environment = {
    ...env,
    ...Object.fromEntries(variables.map(({ name, value }) => [name, value])),
  };
  const named = modelName(all['ANTHROPIC_MODEL']);
  return {
    provider: claudeProvider({ settings, env, variables, all }),
    bindings: [],
    providerId: null,
    ...(named === null
      ? modelOf(settings, 'model')
      : { model: named, modelFrom: whence('ANTHROPIC_MODEL', variables) }),
    variables,
    modelVariables: Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => {
        const model = MODEL_NAMES.test(name) ? modelName(value) : null;
        return model === null ? [] : [[name, model]];
      }),
    ),
  };
}

function variablesIn(settings: SettingsLayers): readonly FileVariable[] {
  return settings.keysAt('env').flatMap((name) => {
    const value = settings.at('env', name);
    const from = settings.whence('env', name);
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText ? [{ name, value: String(value).trim(), from }] : [];
  });
}

interface ClaudeFiles {
  readonly settings: SettingsLayers;
  readonly env: Environment;
  readonly variables: readonly FileVariable[];
  /** The environment with what the settings set in it. */
  readonly all: Environment;
}

function claudeProvider({ settings, env, variables, all }: ClaudeFiles): UserProvider {
  const inFile = variables.filter(({ name, value }) => ALL_KEYS.includes(name) && value !== '');
  const endpoint = all[ENDPOINT]?.trim() ?? '';
  const moved = endpoint === '' ? null : endpoint;
  // A key beside the endpoint is meant for it; those of the environment are then meant for something else.
  const keys = moved === null || inFile.length > 0 ? [] : ALL_KEYS;
  const unserved = (from: string, why: string): UserProvider => ({
    kind: 'unserved',
    from,
    why,
    endpoint: moved,
    keys,
  });
  const cloud = Object.keys(CLOUDS).find((name) => isOn(all[name]));
  if (cloud !== undefined)
    return unserved(whence(cloud, variables), `chooses ${CLOUDS[cloud] ?? ''} (${cloud})`);
  if (moved !== null && (all[HEADERS]?.trim() ?? '') !== '')
    return unserved(whence(HEADERS, variables), `adds headers to each request (${HEADERS})`);
  const own = Object.fromEntries(inFile.map(({ name, value }) => [name, value]));
  const key = firstKey(ALL_KEYS, own) ?? firstKey(ALL_KEYS, env);
  const isHelped = settings.textAt('apiKeyHelper') !== null;
  // Before the token of a log-in Claude Code asks the command.
  if (isHelped && (key === null || !KEYS.includes(key.name)))
    return unserved(settings.whence('apiKeyHelper'), 'has a command make the key (apiKeyHelper)');
  if (moved === null) return { kind: 'usual', variables: null };
  return {
    kind: 'named',
    from: whence(ENDPOINT, variables),
    endpoint: moved,
    exact: false,
    api: 'anthropic',
    keys,
    key,
    wantsKey: !isOnThisMachine(moved),
  };
}

function whence(name: string, variables: readonly FileVariable[]): string {
  return variables.find((one) => one.name === name)?.from ?? name;
}
