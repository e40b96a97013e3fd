/** Files that come with Roundsman itself. */
import { fileURLToPath } from 'node:url';

import { isRecord, tryParseJson } from './json.ts';
import { textNow } from './read-now.ts';

/** This code lies below one of these, at a depth that differs: as sources, as compiled modules, and as bundles. */
const PACKAGE =
  /^(.*)\/(?:src|\.build\/[^/]+|dist)\//.exec(fileURLToPath(import.meta.url))?.[1] ?? '';

/** Absolute path of a file in the package: `routines/todo-sweep.yaml`. */
export function packageFile(path: string): string {
  return `${PACKAGE}/${path}`;
}

export function packageVersion(): string {
  const content = tryParseJson(textNow(packageFile('package.json')) ?? '');
  return isRecord(content) && typeof content['version'] === 'string'
    ? content['version']
    : 'unknown';
}

/**
 * Version and build. What is kept on disk only to save time is good for the one that wrote it: the form of it changes with
 * the code, and not every such change raises a number.
 */
export function packageBuild(): string {
  const build = textNow(packageFile('dist/build-id'));
  return build === null ? packageVersion() : `${packageVersion()}+${build}`;
}

/** The program that `roundsman` is, as it was built. */
export function commandProgram(): string {
  return packageFile('dist/cli/main.js');
}
