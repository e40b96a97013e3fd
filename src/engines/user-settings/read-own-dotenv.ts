import type { Environment } from '../../platform/environment.ts';
import type { FileVariable } from './contract.ts';
import { parseDotenv } from './parse-dotenv.ts';
import { readSettingsText, shownPath } from './read-layers.ts';

/** What an engine takes from the first of these files that is there, for variables that the environment does not have. */
export async function readOwnDotenv(
  paths: readonly string[],
  env: Environment,
): Promise<readonly FileVariable[]> {
  for (const path of paths) {
    const text = await readSettingsText(path);
    if (text === null) continue;
    const from = shownPath(path, env);
    return Object.entries(parseDotenv(text))
      .filter(([name]) => (env[name] ?? '') === '')
      .map(([name, value]) => ({ name, value, from }));
  }
  return [];
}
