/** What `~/.gemini/settings.json`, its `.env` and the environment say of the model that Gemini CLI works with. */
import { isAbsolute, join } from 'node:path';

import { homeFolder, type Environment } from '../../platform/environment.ts';
import {
  NO_USER_SETTINGS,
  type FileVariable,
  type UserProvider,
  type UserSettings,
  type UserSettingsRequest,
} from '../user-settings/contract.ts';
import { isOn, modelName, modelOf, unreadable } from '../user-settings/judge-provider.ts';
import {
  readOwnDotenv,
  machineFolder,
  readLayers,
  type SettingsLayers,
} from '../user-settings/settings-layers.ts';

const SWITCH = 'GOOGLE_GENAI_USE_VERTEXAI';
const KEYS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'];

export async function readGeminiSettings({ env }: UserSettingsRequest): Promise<UserSettings> {
  const home = geminiHome(env);
  const machine = machineFolder('gemini-cli', 'GeminiCli');
  const paths = [
    join(machine, 'system-defaults.json'),
    join(home, '.gemini', 'settings.json'),
    join(machine, 'settings.json'),
  ];
  const settings = await readLayers(paths, env);
  if (settings.problem !== null) return unreadable(settings.problem);
  // The first that is there counts; what the environment has goes before it.
  const dotenvs = [join(home, '.gemini', '.env'), join(home, '.env')];
  const variables = await readOwnDotenv(dotenvs, env);
  const all = { ...Object.fromEntries(variables.map(({ name, value }) => [name, value])), ...env };
  const named = modelName(all['GEMINI_MODEL']);
  return {
    ...NO_USER_SETTINGS,
    provider: geminiProvider(settings, all, variables),
    ...(named === null
      ? modelOf(settings, 'model', 'name')
      : { model: named, modelFrom: whence('GEMINI_MODEL', variables) }),
    variables,
  };
}

function geminiHome(env: Environment): string {
  const moved = env['GEMINI_CLI_HOME'];
  return moved !== undefined && isAbsolute(moved) ? moved : homeFolder(env);
}

/** Pure. */
export function geminiProvider(
  settings: SettingsLayers,
  env: Environment,
  variables: readonly FileVariable[],
): UserProvider {
  const kind = settings.textAt('security', 'auth', 'selectedType');
  const isVertex = kind === 'vertex-ai' || (kind === null && isOn(env[SWITCH]));
  if (!isVertex) return { kind: 'usual', variables: null };
  const from =
    kind === null ? whence(SWITCH, variables) : settings.whence('security', 'auth', 'selectedType');
  return { kind: 'unserved', from, why: 'chooses Google Vertex AI', endpoint: null, keys: KEYS };
}

function whence(name: string, variables: readonly FileVariable[]): string {
  return variables.find((one) => one.name === name)?.from ?? name;
}
