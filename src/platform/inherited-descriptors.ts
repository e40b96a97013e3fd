/**
 * Descriptors that this process was started with, beside stdin, stdout and stderr, and that its programs would be started
 * with too: a folder that a shell left open is a way into that folder, also from a sandbox. Built-ins only.
 *
 * libuv marks what a process inherits as close-on-exec, but only up to the first free number above 15; what lies higher stays
 * open in each program that is started. Node cannot set that mark, so such descriptors are replaced or covered.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';

import { namesNow, textNow } from './read-now.ts';

/** Of Linux, on every architecture that Node runs on. */
const CLOSE_ON_EXEC = 0o2000000;
const FLAGS = 'flags:\t';
/** All below are marked by libuv when Node starts. */
const FIRST_UNMARKED = 16;
/** Numbers above it are not kept taken. */
const HIGHEST_KEPT = 4_096;

/**
 * For the first line of each program of ours: what would be handed on leads to /dev/null from now on. The number stays taken: a
 * library that was loaded before us may still use it. A descriptor that one of `words` names stays (`<(…)` of a shell is /dev/fd/63).
 */
export function dropInherited(words: readonly string[] = []): void {
  const kept = new Set(words.flatMap(namedDescriptors));
  for (const descriptor of inheritable(FIRST_UNMARKED))
    if (!kept.has(descriptor)) replace(descriptor);
}

/** What follows in the `stdio` of a program that is started. */
export interface FurtherDescriptors {
  readonly stdio: readonly (number | 'ignore')[];
  /** To be called when the program was started. */
  readonly close: () => void;
}

/**
 * For a program that has `files` open to read, from descriptor `first` on, and inherits nothing else: where this process has
 * something to inherit there is /dev/null. Throws the system's error for a file that cannot be opened.
 */
export function furtherDescriptors(files: readonly string[], first: number): FurtherDescriptors {
  const opened: number[] = [];
  const open = (path: string): number => {
    const descriptor = openSync(path, 'r');
    opened.push(descriptor);
    return descriptor;
  };
  const close = (): void => opened.forEach((descriptor) => closeSync(descriptor));
  try {
    const handed = files.map(open);
    const next = first + handed.length;
    const covered = inheritable(next);
    if (covered.length === 0) return { stdio: handed, close };
    const nothing = open('/dev/null');
    const length = Math.max(...covered) + 1 - next;
    const cover = Array.from({ length }, (_, index) =>
      covered.includes(next + index) ? nothing : 'ignore',
    );
    return { stdio: [...handed, ...cover], close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

/** From `first` on, and not marked as close-on-exec. */
function inheritable(first: number): readonly number[] {
  const folder = process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd';
  return namesNow(folder)
    .map(Number)
    .filter((descriptor) => descriptor >= first && isInheritable(descriptor));
}

function isInheritable(descriptor: number): boolean {
  if (process.platform !== 'linux') return isForeignFile(descriptor);
  // Gone already: the one that listed them.
  const facts = textNow(`/proc/self/fdinfo/${descriptor}`) ?? '';
  // Not by a pattern: at the start of a process its first use costs more than all the rest.
  const at = facts.indexOf(FLAGS);
  if (at === -1) return false;
  return (Number.parseInt(facts.slice(at + FLAGS.length), 8) & CLOSE_ON_EXEC) === 0;
}

/** Where the mark cannot be read: files and folders. Node opens some of its own, but those have lower numbers. */
function isForeignFile(descriptor: number): boolean {
  if (descriptor < FIRST_UNMARKED) return false;
  try {
    const facts = fstatSync(descriptor);
    return facts.isFile() || facts.isDirectory();
  } catch {
    // Gone already: the one that listed them.
    return false;
  }
}

/** The system gives the lowest free number: those below are taken for a moment. */
function replace(descriptor: number): void {
  const taken: number[] = [];
  try {
    closeSync(descriptor);
    if (descriptor > HIGHEST_KEPT) return;
    let next = openSync('/dev/null', 'r+');
    while (next < descriptor) {
      taken.push(next);
      next = openSync('/dev/null', 'r+');
    }
    // Another thread took the number first.
    if (next > descriptor) taken.push(next);
  } catch {
    // No more descriptors to be had: it is closed, which is what counts.
  }
  for (const one of taken) closeSync(one);
}

function namedDescriptors(word: string): readonly number[] {
  return [...word.matchAll(/\/(?:dev|proc\/self)\/fd\/(\d+)/g)].map(([, digits]) => Number(digits));
}
