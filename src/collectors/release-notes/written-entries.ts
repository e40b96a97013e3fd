/**
 * Entries that commits wrote into the notes next to their change: those that stand there still tell of their commit, and one
 * that is gone was meant to be there. Pure.
 */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import { once } from '../../words/once.ts';
import {
  commitDirection,
  directionOf,
  directionsDeny,
  entryDirection,
  oppositeWords,
  type Direction,
} from './change-direction.ts';
import type { Backing, CommitChanges, MatchCommit, MatchRequest } from './contract.ts';
import { keysOf, wordsOf } from './entry-words.ts';
import { fragmentNumber, isNotesFragment, nameOf, writesNotes } from './find-notes.ts';
import { changeTitle, description, isReleaseSubject } from './message-parts.ts';
import { ownNumbers } from './numbered-notes.ts';
import { isCommonStem } from './word-forms.ts';
import { agreementOf } from './word-matches.ts';

export interface WrittenEntries {
  /** Commits that the entry which they wrote tells of. */
  readonly standing: ReadonlySet<CommitSha>;
  /** Commits that wrote an entry which is in no release of the range any more. */
  readonly dropped: ReadonlySet<CommitSha>;
}

/** Of a line's words, so many in one entry are that line, reworded; where another line is closer to the entry, so many. */
const SAME = 0.5;
const SAME_FOR_CERTAIN = 0.9;
/** How much closer the other line has to be. */
const CLOSER = 0.1;
const LEAST_KEYS = 3;
/** A commit that writes more lines gathers what others wrote. */
const MAX_LINES = 12;
/** A commit that writes more entries than this writes a release. */
export const MAX_WRITTEN = 4;
const BULLET = /^\s*(?:[-*+•]|\d+\.)\s/;
const NUMBER = /(?:#|:(?:pr|pull|issue):`|\{(?:pr|pull|issue)\}`)(\d{1,9})/g;
const ADVISORY = /\b(?:CVE-\d{4}-\d{4,}|GHSA(?:-[0-9a-z]{4}){3})\b/g;
/** Headings, link definitions, comments. */
const NO_ENTRY = /^\s*(?:#{1,6}\s|={1,6}\s|\[[^\]]{1,300}\]:|<!--|\.\.\s)|^[-=~^"*_\s]*$/;

/** Words and numbers that a line or an entry gives. */
interface Said {
  readonly keys: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly direction: Direction;
}

/** Those that wrote notes, with their own lines and those of what they brought, against the entries of the range. */
export function readWritten(
  { commits: all, entries, notePaths, fragments }: MatchRequest,
  commits: readonly MatchCommit[],
): WrittenEntries {
  const writers = commits.filter(({ allFiles }) => writesNotes(allFiles, notePaths));
  const standing = new Set<CommitSha>();
  const dropped = new Set<CommitSha>();
  if (writers.length === 0) return { standing, dropped };
  const bySha = new Map(all.map((commit) => [commit.sha, commit]));
  const isRewritten = rewrittenLines(commits.flatMap(({ changes }) => changes?.rewrites ?? []));
  const replacers = commits.filter(({ changes }) => (changes?.rewrites ?? []).length > 0);
  const units = writers.map((commit) => {
    const brought = commit.brings.flatMap((sha) => bySha.get(sha) ?? []);
    // What a merge of the main line into the branch shows was written by others.
    const parts = [commit, ...brought.filter(({ merge }) => !merge)];
    const own = ownLines(
      parts.flatMap(({ changes }) => changes?.notes ?? []),
      ownNumbers(commit),
    );
    return {
      commit,
      isRead: parts.some(({ changes }) => changes !== undefined),
      lines: sayingLines(own),
      // The line lives on in the words of a later commit, which is asked for them in turn.
      isTakenOver: own.some((line) => isRewritten(line) || isReplaced(line, commit, replacers)),
      isPending: parts.some(({ allFiles }) =>
        allFiles.some((path) => isNotesFragment(path) && fragments?.has(nameOf(path)) === true),
      ),
      numbers: parts.flatMap(({ allFiles }) => allFiles.flatMap((path) => fragmentNumber(path))),
    };
  });
  const told = entries.map(saidIn);
  const claimed = units.filter(
    ({ commit, lines }) =>
      lines.length <= MAX_LINES &&
      !isReleaseSubject(changeTitle(commit)) &&
      commit.allFiles.some((path) => !notePaths.includes(path) && !isNotesFragment(path)),
  );
  const closest = told.map((entry) =>
    Math.max(0, ...claimed.flatMap(({ lines }) => lines.map((line) => likeness(line, entry)))),
  );
  const stands = (line: Said): boolean =>
    told.some((entry, at) => {
      const like = likeness(line, entry);
      return like >= SAME_FOR_CERTAIN || (like >= SAME && like + CLOSER >= (closest[at] ?? 0));
    });
  for (const { commit, isRead, isPending, isTakenOver, lines, numbers } of units) {
    const isNumbered = told.some((entry) => numbers.some((number) => entry.numbers.has(number)));
    const isLeft = !isRead || isPending || isNumbered || lines.length === 0;
    if (isLeft || lines.some(stands) || isTakenOver) standing.add(commit.sha);
    else if (claimed.some((unit) => unit.commit === commit)) dropped.add(commit.sha);
  }
  return { standing, dropped };
}

/** Which commits wrote which entry: as it stands, or, in other words, the only one of its number. Indexes. */
export interface EntryWriters {
  readonly asItStands: ReadonlyMap<number, readonly number[]>;
  readonly byNumber: ReadonlyMap<number, readonly number[]>;
}

/** Only commits that change more than the notes, and write few lines: others gather what was written before. */
export function findWriters(
  entries: readonly ChangelogEntry[],
  commits: readonly MatchCommit[],
  notePaths: readonly string[],
): EntryWriters {
  const told = entries.map(saidIn);
  const holders = new Map<string, number>();
  for (const { numbers } of told)
    for (const number of numbers) holders.set(number, (holders.get(number) ?? 0) + 1);
  const asItStands = new Map<number, number[]>();
  const byNumber = new Map<number, number[]>();
  commits.forEach((commit, index) => {
    const notes = commit.changes?.notes ?? [];
    const lines = sayingLines(notes);
    const isWriter =
      lines.length > 0 &&
      notes.filter((line) => BULLET.test(line)).length <= MAX_WRITTEN &&
      !isReleaseSubject(changeTitle(commit)) &&
      commit.allFiles.some((path) => !notePaths.includes(path) && !isNotesFragment(path));
    if (!isWriter) return;
    const direction = commitDirection(commit);
    const stems = wordsOf(changeTitle(commit)).stems;
    // One that says the opposite of its commit is written wrong.
    const agrees = (at: number): boolean => {
      const entry = entries[at];
      return (
        entry !== undefined &&
        !directionsDeny(entryDirection(entry), direction) &&
        !oppositeWords(wordsOf(entry.text).stems, stems)
      );
    };
    const placesOf = (fits: (line: Said, entry: Said) => boolean): readonly number[] =>
      told.flatMap((entry, at) =>
        lines.some((line) => fits(line, entry)) && agrees(at) ? [at] : [],
      );
    // Without a number, something of it has to be in the change: the line may be about another.
    const isOfChange = (at: number): boolean => {
      const entry = entries[at];
      if (entry === undefined || (told[at]?.numbers.size ?? 0) > 0) return true;
      const { keys, held } = agreementOf(entry, [commit]);
      return keys < LEAST_KEYS || held > 0;
    };
    const same = placesOf(isSame).filter(isOfChange);
    const numbered = placesOf((line, entry) => sharesOnly(line, entry, holders));
    for (const at of same) add(asItStands, at, index);
    for (const at of numbered) add(byNumber, at, index);
  });
  return { asItStands, byNumber };
}

function add(found: Map<number, number[]>, at: number, index: number): void {
  found.set(at, [...(found.get(at) ?? []), index]);
}

/** Its change came with this very entry. */
export function wroteEntry(entry: ChangelogEntry, { changes }: MatchCommit): boolean {
  const told = saidIn(entry);
  const written = entriesOf(changes?.notes ?? []).map((lines) => lines.join(' '));
  return sayingLines(written).some((line) => isSame(line, told));
}

function isSame(line: Said, entry: Said): boolean {
  const both = [...line.keys].filter((key) => entry.keys.has(key)).length;
  return both >= SAME_FOR_CERTAIN * Math.max(line.keys.size, entry.keys.size);
}

/** A number that no other entry names. */
function sharesOnly(line: Said, entry: Said, holders: ReadonlyMap<string, number>): boolean {
  return [...line.numbers].some((number) => entry.numbers.has(number) && holders.get(number) === 1);
}

/** Whether a commit puts a line that is like this one in its place. */
function rewrittenLines(
  rewrites: NonNullable<CommitChanges['rewrites']>,
): (line: string) => boolean {
  const byOld = new Map<string, (() => readonly Said[])[]>();
  for (const { from, to } of rewrites) {
    const now = once(() => sayingLines(to));
    for (const old of new Set(from.map((line) => line.trim()))) {
      const known = byOld.get(old);
      if (known === undefined) byOld.set(old, [now]);
      else known.push(now);
    }
  }
  return (line) => {
    const [said] = sayingLines([line]);
    const instead = byOld.get(line.trim()) ?? [];
    return (
      said !== undefined && instead.some((to) => to().some((now) => likeness(said, now) >= SAME))
    );
  };
}

/** Whether another commit that changes the same code puts the entry of its own change in the line's place. */
function isReplaced(
  line: string,
  { sha, files }: MatchCommit,
  replacers: readonly MatchCommit[],
): boolean {
  const plain = line.trim();
  return replacers.some(
    (other) =>
      other.sha !== sha &&
      other.files.some((path) => files.includes(path)) &&
      (other.changes?.rewrites ?? []).some(
        ({ from, to }) => from.some((old) => old.trim() === plain) && sayingLines(to).length > 0,
      ),
  );
}

/** Whether one of the lines stands in one of the entries nearly as it was written; short ones without a number as a whole one. */
export function standNearly(lines: readonly string[], entries: readonly Said[]): boolean {
  return sayingLines(lines).some((line) => {
    const isTelling = line.keys.size >= 2 * LEAST_KEYS || line.numbers.size > 0;
    return entries.some(
      (entry) =>
        likeness(line, entry) >= SAME_FOR_CERTAIN &&
        (isTelling || line.keys.size >= SAME_FOR_CERTAIN * entry.keys.size),
    );
  });
}

export function saidIn({ text }: Pick<ChangelogEntry, 'text'>): Said {
  const numbers = [
    ...Array.from(text.matchAll(NUMBER), ([, number = '']) => number),
    ...Array.from(text.matchAll(ADVISORY), ([id]) => id),
  ];
  const direction = directionOf(description(text), null);
  return { keys: new Set(keysOf(wordsOf(text))), numbers: new Set(numbers), direction };
}

/** 0 to 1. A number that both have decides; without it a line that has one must be there nearly as it was. */
function likeness(line: Said, entry: Said): number {
  if ([...line.numbers].some((number) => entry.numbers.has(number))) return 1;
  if (directionsDeny(line.direction, entry.direction)) return 0;
  const telling = [...line.keys].filter((key) => !isCommonStem(key));
  const keys = telling.length < LEAST_KEYS ? [...line.keys] : telling;
  const like = keys.filter((key) => entry.keys.has(key)).length / keys.length;
  return line.numbers.size > 0 && like < SAME_FOR_CERTAIN ? 0 : like;
}

/** Of an entry that names the commit's number, where there is one: other lines may be a neighbour's, touched up. */
function ownLines(lines: readonly string[], own: readonly string[]): readonly string[] {
  const named = entriesOf(lines).filter((entry) =>
    Array.from(entry.join('\n').matchAll(NUMBER), ([, number = '']) => number).some((number) =>
      own.includes(number),
    ),
  );
  return named.length > 0 ? named.flat() : lines;
}

/** Each with the lines that go on with it. */
function entriesOf(lines: readonly string[]): readonly (readonly string[])[] {
  const written: string[][] = [];
  for (const line of lines) {
    const entry = written.at(-1);
    if (entry === undefined || BULLET.test(line)) written.push([line]);
    else entry.push(line);
  }
  return written;
}

function sayingLines(lines: readonly string[]): readonly Said[] {
  return lines
    .filter((line) => !NO_ENTRY.test(line))
    .map((text) => saidIn({ text }))
    .filter(({ keys }) => keys.size >= LEAST_KEYS);
}

/** Of several commits that name a number, the one that wrote the entry; and the one that wrote what nothing else backs. */
export function withWriters(backing: Backing, index: number, writers: EntryWriters): Backing {
  const { commits, by } = backing;
  const own = writers.asItStands.get(index) ?? [];
  if (by === 'number' && own.length > 0 && !own.some((one) => commits.includes(one)))
    return { commits: own, by };
  if (commits.length > 0) return backing;
  if (own.length > 0) return { commits: own, by: 'words' };
  const numbered = writers.byNumber.get(index) ?? [];
  return numbered.length === 0 ? backing : { commits: numbered, by: 'number' };
}
