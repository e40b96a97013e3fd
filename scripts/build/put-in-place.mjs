// Puts a finished build in place of another while programs of that one run, and while others start.
//
// Each file is renamed over its predecessor, so that there is no moment without it. Files that the new build does not have
// stay for some builds: a program that was started from them may load them yet. They are no part of the package.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { filesBelow } from './files.mjs';

const KEPT_FOR_BUILDS = 3;
/** npm honours it in a folder that `files` names. */
const IGNORE = '.npmignore';

/**
 * @param staged a folder on the same file system, which is empty of files afterwards
 * @param last paths that are renamed after all others, because they refer to them
 * @param number of this build: each has one more than the one before
 * @param replaced by which build each file that is no longer built was replaced, by path
 * @returns `replaced`, as it is now
 */
export function putInPlace({ staged, target, last, number, replaced }) {
  const built = filesBelow(staged);
  const before = existsSync(target) ? filesBelow(target) : [];
  for (const path of [...built.filter((path) => !last.includes(path)), ...last]) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    renameSync(join(staged, path), join(target, path));
  }
  const left = before.filter((path) => !built.includes(path) && path !== IGNORE);
  const kept = removeOld({ target, left, number, replaced });
  writeIgnore(join(target, IGNORE), Object.keys(kept));
  return kept;
}

function removeOld({ target, left, number, replaced }) {
  const kept = {};
  for (const path of left) {
    const since = replaced[path] ?? number;
    if (number - since >= KEPT_FOR_BUILDS) rmSync(join(target, path), { force: true });
    else kept[path] = since;
  }
  return kept;
}

function writeIgnore(file, paths) {
  const text = paths.map((path) => `/${path}\n`).join('');
  if (text === '') rmSync(file, { force: true });
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
