import type { Environment } from '../../platform/environment.ts';
import type { EngineId } from '../../words/routine.ts';
import { allEngines, findEngine } from '../registry.ts';
import { NO_USER_SETTINGS, type UserSettings, type UserSettingsRequest } from './contract.ts';

/** What the user's own settings of an engine say; of one without settings that we know: nothing. */
export async function readUserSettings(
  engine: EngineId,
  request: UserSettingsRequest,
): Promise<UserSettings> {
  const read = await findEngine(engine).userSettings?.();
  return read === undefined ? NO_USER_SETTINGS : read(request);
}

/** What the settings of all engines say. */
export async function readAllSettings(env: Environment): Promise<readonly UserSettings[]> {
  const readers = allEngines().flatMap(({ userSettings }) => userSettings ?? []);
  return Promise.all(readers.map(async (load) => (await load())({ env, model: null })));
}
