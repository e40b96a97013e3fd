import type { Environment } from '../../platform/environment.ts';
import type { FileVariable } from './contract.ts';
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

// Lines `NAME=value` of a `.env` file. Pure.

/** Without what has no value. Nothing is expanded. */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [, name, written = ''] =
      /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const value = unquoted(written);
    return name === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

function unquoted(text: string): string {
  const [, quote, inside] = /^(["'`])(.*)\1(?:\s+#.*)?$/.exec(text) ?? [];
  return quote === undefined ? text.replace(/\s+#.*$/, '') : (inside ?? '');
}
