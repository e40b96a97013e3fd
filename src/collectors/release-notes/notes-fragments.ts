/** Files that hold one coming entry each, gathered into the notes when a release is made. Pure. */
import { keysOf, wordsOf } from './entry-words.ts';

const FOLDER =
  /(?:^|\/)(?:\.?changelogs?|changelog\.d|changelog[_-]unreleased|changelogs\/unreleased|\.?changes|\.changeset|news|newsfragments|news\.d|releasenotes\/notes)\/(?:[^/]+\/)?[^/]+\.(?:md|markdown|rst|txt|ya?ml|json|\d+|\w+)$/i;
/** Of a line's words, so many in one entry are that line, reworded. */
const SAME = 0.5;
const LEAST_KEYS = 3;
const NUMBER = /(?:#|:(?:pr|pull|issue):`|\{(?:pr|pull|issue)\}`)(\d{1,9})/g;
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|php|cs|c|h|cc|cpp|sh|html?|css|vue)$/i;

export function isNotesFragment(path: string): boolean {
  return FOLDER.test(path) && !CODE.test(path) && !/(?:^|\/)(?:readme|template)[^/]*$/i.test(path);
}

/** A commit that writes an entry tells of itself, whatever words the entry has in the end. */
export function writesNotes(files: readonly string[], notePaths: readonly string[]): boolean {
  return files.some((path) => notePaths.includes(path) || isNotesFragment(path));
}

/** What an entry says, for lines to be found in it. */
interface StandingEntry {
  readonly keys: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

export function standingEntry(text: string): StandingEntry {
  const numbers = [...text.matchAll(NUMBER)].map(([, number = '']) => number);
  return { keys: new Set(keysOf(wordsOf(text))), numbers: new Set(numbers) };
}

/**
 * Whether one of the lines that were written into notes is in an entry still, by its number or, without one, by its words;
 * also where no line says enough to tell.
 */
export function standIn(lines: readonly string[], entries: readonly StandingEntry[]): boolean {
  const written = sayingLines(lines);
  const isIn = (line: StandingEntry, entry: StandingEntry): boolean =>
    line.numbers.size > 0
      ? [...line.numbers].some((number) => entry.numbers.has(number))
      : [...line.keys].filter((key) => entry.keys.has(key)).length >= SAME * line.keys.size;
  return written.length === 0 || written.some((line) => entries.some((entry) => isIn(line, entry)));
}

/** Whether lines that say enough were written into notes and none of them is in an entry any more. */
export function isTakenOut(lines: readonly string[], entries: readonly StandingEntry[]): boolean {
  return sayingLines(lines).length > 0 && !standIn(lines, entries);
}

function sayingLines(lines: readonly string[]): readonly StandingEntry[] {
  return lines.map(standingEntry).filter(({ keys }) => keys.size >= LEAST_KEYS);
}
