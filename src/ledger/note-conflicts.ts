/**
 * Notes that may not both hold. Advice for the person who approves: rather silent than wrong. Two notes contradict each
 * other when they can be about the same files and the same thing, and one says the opposite of the other or another value
 * for it. Pure.
 */
import { firstMeeting } from '../scheduler/globs-meet.ts';
import { newestVersion, type Note, type NoteConflict } from '../words/note.ts';
import { oneLine } from '../words/text.ts';
import { readStatements, type Statement } from './note-statements.ts';

/** Only notes that are approved or proposed; each pair once, in the order of the notes. */
export function noteConflicts(notes: readonly Note[]): readonly NoteConflict[] {
  const live = notes.filter(isLive).map(read);
  return live.flatMap((one, at) => live.slice(at + 1).flatMap((other) => conflictOf(one, other)));
}

/** Of one note, whatever its state, with the live ones among the others. */
export function conflictsWith(note: Note, others: readonly Note[]): readonly NoteConflict[] {
  const one = read(note);
  return others
    .filter((other) => other.id !== note.id && isLive(other))
    .flatMap((other) => conflictOf(one, read(other)));
}

/** More statements of one note are not compared with those of another. */
const MOST_STATEMENTS = 40;

interface ReadNote {
  readonly note: Note;
  readonly title: ReadonlySet<string>;
  readonly paths: readonly string[];
  readonly statements: readonly Statement[];
}

function isLive({ state }: Note): boolean {
  return state === 'approved' || state === 'proposed';
}

function read(note: Note): ReadNote {
  const { title, text, paths } = newestVersion(note);
  const [heading, ...body] = [readStatements(title), ...readStatements(text).map((one) => [one])];
  const statements = [...(heading ?? []), ...body.flat()].slice(0, MOST_STATEMENTS);
  return {
    note,
    paths,
    statements,
    title: new Set((heading ?? []).flatMap(({ words }) => [...words])),
  };
}

function conflictOf(a: ReadNote, b: ReadNote): readonly NoteConflict[] {
  if (a.note.replaces === b.note.id || b.note.replaces === a.note.id) return [];
  const where = commonPlace(a.paths, b.paths);
  if (where === null) return [];
  for (const one of a.statements) {
    for (const other of b.statements) {
      const why = oppositionOf(one, other);
      if (why !== null) return [{ a: a.note.id, b: b.note.id, why: `${why}${where}` }];
    }
  }
  return sameSubject(a, b, where);
}

/** Two decisions under one heading: one of them is too many, or both belong together. */
function sameSubject(a: ReadNote, b: ReadNote, where: string): readonly NoteConflict[] {
  if (a.note.kind !== 'decision' || b.note.kind !== 'decision') return [];
  if (Math.min(a.title.size, b.title.size) < 2 || shareOf(a.title, b.title) < 0.8) return [];
  const title = oneLine(newestVersion(a.note).title, 80);
  return [{ a: a.note.id, b: b.note.id, why: `both are about "${title}"${where}` }];
}

/** Words for where both hold; empty when one of them holds everywhere, `null` when they never meet. */
function commonPlace(a: readonly string[], b: readonly string[]): string | null {
  if (a.length === 0 || b.length === 0) return '';
  const met = firstMeeting(a, b);
  if (met === null) return null;
  const [ours, theirs] = [oneLine(met.ours, 80), oneLine(met.theirs, 80)];
  return ours === theirs ? `, in ${ours}` : `, in ${ours} and ${theirs}`;
}

/**
 * Whether one statement says the opposite of another, or another value for the same thing, and in which words. Pure.
 * One line for people; `null` when nothing says that they cannot both hold.
 */
function oppositionOf(a: Statement, b: Statement): string | null {
  const quoted = `"${oneLine(a.text, 80)}" against "${oneLine(b.text, 80)}"`;
  if (areOpposed(a, b)) return `one says the contrary of the other: ${quoted}`;
  if (haveOtherValues(a, b) || haveOtherNumbers(a, b))
    return `they name different values: ${quoted}`;
  return null;
}

/** How much of the union of two sets both have, 0 to 1. */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = countBoth(a, b);
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

function areOpposed(a: Statement, b: Statement): boolean {
  if (a.stand * b.stand !== -1) return false;
  if (a.act !== b.act && a.act !== null && b.act !== null) return false;
  const smaller = Math.min(a.words.size, b.words.size);
  const both = countBoth(a.words, b.words);
  if (smaller === 0 || both === 0) return false;
  // Without an act on both sides only the words themselves say that they are about one thing.
  const isSameAct = a.act !== null && a.act === b.act;
  if (isSameAct) return both / smaller >= 0.99 || (both >= 2 && shareOf(a.words, b.words) >= 0.5);
  return both >= 2 && shareOf(a.words, b.words) >= 0.6;
}

function haveOtherValues(a: Statement, b: Statement): boolean {
  if (a.value === null || b.value === null) return false;
  return shareOf(a.value.key, b.value.key) >= 0.75 && countBoth(a.value.value, b.value.value) === 0;
}

function haveOtherNumbers(a: Statement, b: Statement): boolean {
  if (a.numbers.length !== 1 || b.numbers.length !== 1 || a.numbers[0] === b.numbers[0])
    return false;
  return a.words.size >= 2 && shareOf(a.words, b.words) >= 0.75;
}

function countBoth(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  return both;
}
