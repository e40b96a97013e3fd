/** Files that come with Roundsman itself. The same two levels up from src/platform/ and from dist/platform/. */
import { fileURLToPath } from 'node:url';

import { readText, readTextIfThere } from './files.ts';
import { isRecord, tryParseJson } from './json.ts';

/** Absolute path of a file in the package: `routines/todo-sweep.yaml`. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

export async function packageVersion(): Promise<string> {
  const content = tryParseJson(await readText(packageFile('package.json')));
  return isRecord(content) && typeof content['version'] === 'string'
    ? content['version']
    : 'unknown';
}

/**
 * Version and build. What is kept on disk only to save time is good for the one that wrote it: the form of it changes with
 * the code, and not every such change raises a number.
 */
export async function packageBuild(): Promise<string> {
  const [version, build] = await Promise.all([
    packageVersion(),
    readTextIfThere(packageFile('dist/build-id')),
  ]);
  return build === null ? version : `${version}+${build}`;
}

/** The program that `roundsman` is, as it was built; while developing, as it stands in src/. */
export function commandProgram(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`../cli/main.${extension}`, import.meta.url));
}
