/** What OpenCode's own `opencode.json` says of the model that it works with. */
import { isAbsolute, join, resolve } from 'node:path';

import { homeFolder, type Environment } from '../../platform/environment.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import {
  NO_USER_SETTINGS,
  type UserSettings,
  type UserSettingsRequest,
} from '../user-settings/contract.ts';
import { modelName, unreadable } from '../user-settings/judge-provider.ts';
import {
  parseJsonc,
  folderOf,
  machineFolder,
  readLayers,
  readSettingsText,
} from '../user-settings/settings-layers.ts';
import { chooseProvider, keyFileOf, opencodeBindings, opencodeProvider } from './user-provider.ts';

const INLINE = 'OPENCODE_CONFIG_CONTENT';

export async function readOpencodeSettings(request: UserSettingsRequest): Promise<UserSettings> {
  const { env, model: wanted } = request;
  const folder = join(folderOf(env, 'XDG_CONFIG_HOME', '.config'), 'opencode');
  const read = await readLayers(pathsOf(folder, env), env);
  const settings = read.with(inlineSettings(env));
  if (settings.problem !== null) return unreadable(settings.problem);
  const choice = chooseProvider(settings, modelName(wanted ?? settings.textAt('model')));
  const found = { ...NO_USER_SETTINGS, bindings: opencodeBindings(settings, env) };
  if (choice.kind === 'none') return found;
  if (choice.kind === 'unclear') return { ...found, provider: choice.provider };
  const logins = tryParseJson((await readSettingsText(loginFile(env))) ?? '');
  const login = isRecord(logins) ? logins[choice.id] : undefined;
  const keyFile = await readKeyFile(keyFileOf(settings, choice.id), folder, env);
  const { id, model } = choice;
  return {
    ...found,
    provider: opencodeProvider(id, { settings, env, login, keyFile }),
    providerId: id,
    model,
    modelFrom: model === null ? null : settings.whence('model'),
  };
}

/** As OpenCode lays them over one another. Those of a project are left out. */
function pathsOf(folder: string, env: Environment): readonly string[] {
  const custom = env['OPENCODE_CONFIG'];
  const further = env['OPENCODE_CONFIG_DIR'];
  const both = (base: string): readonly string[] =>
    ['opencode.json', 'opencode.jsonc'].map((name) => join(base, name));
  return [
    join(folder, 'config.json'),
    ...both(folder),
    ...(custom !== undefined && isAbsolute(custom) ? [custom] : []),
    ...both(join(homeFolder(env), '.opencode')),
    ...(further !== undefined && isAbsolute(further) ? both(further) : []),
    ...both(machineFolder('opencode', 'opencode')),
  ];
}

function inlineSettings(
  env: Environment,
): { readonly name: string; readonly value: unknown } | null {
  const text = env[INLINE]?.trim() ?? '';
  return text === '' ? null : { name: INLINE, value: parseJsonc(text) };
}

function loginFile(env: Environment): string {
  return join(folderOf(env, 'XDG_DATA_HOME', '.local/share'), 'opencode', 'auth.json');
}

/** @param path as written: from home, or relative to the settings */
async function readKeyFile(
  path: string | null,
  folder: string,
  env: Environment,
): Promise<string | null> {
  if (path === null) return null;
  const whole = path.startsWith('~/')
    ? join(homeFolder(env), path.slice(2))
    : resolve(folder, path);
  // A relative one is looked for beside the file that names it; that file may be one of several.
  const text = await readSettingsText(isAbsolute(path) ? path : whole);
  return text?.trim() ?? null;
}
