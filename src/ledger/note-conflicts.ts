/**
 * Notes that may not both hold. Advice for the person who approves: rather silent than wrong. Two notes contradict each
 * other when they can be about the same files and the same thing, and one says the opposite of the other or another value
 * for it. Pure.
 */
import { firstMeeting } from '../scheduler/globs-meet.ts';
import { newestVersion, type Note, type NoteConflict } from '../words/note.ts';
import { oneLine } from '../words/text.ts';

// What a note says, taken apart into statements that can be compared: what it is about, whether for or against. Pure.

interface Statement {
  /** As it stands, one line. */
  readonly text: string;
  /** Plain forms of the words that carry a meaning; no numbers, no words of `for` or `against`. */
  readonly words: ReadonlySet<string>;
  /** 1: it is to be so; -1: it is not to be so; 0: it only tells. */
  readonly stand: 1 | 0 | -1;
  /** What the stand is about, when a word of a known pair says it: `use`, `keep`. */
  readonly act: string | null;
  /** `use VALUE for KEY`, `KEY is VALUE`; `null` when it has no such form. */
  readonly value: { readonly key: ReadonlySet<string>; readonly value: ReadonlySet<string> } | null;
  /** `80`, `30 s`, in order. */
  readonly numbers: readonly string[];
}

const MOST_CHARACTERS = 400;

function readStatements(text: string): readonly Statement[] {
  return text
    .slice(0, 10_000)
    .split(/[.!?;](?=\s|$)|\n+/)
    .map((part) => part.trim().slice(0, MOST_CHARACTERS))
    .filter((part) => /\p{L}/u.test(part))
    .map(readStatement);
}

/** Acts with what says the contrary of them. */
const ACTS: readonly (readonly [act: string, forIt: string, against: string])[] = [
  ['use', 'use|prefer|adopt|rely on', 'avoid|ban|stop using|drop support for|move away from'],
  ['keep', 'keep|retain|preserve|leave', 'remove|delete|drop|get rid of|discard'],
  ['enable', 'enable|turn on|switch on', 'disable|turn off|switch off'],
  ['allow', 'allow|permit', 'forbid|prohibit|disallow|refuse|reject'],
  ['commit', 'commit|check in|track', 'ignore|gitignore|leave untracked'],
];

const AGAINST =
  /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|no longer|cannot|can't|not to|is not|are not|isn't|aren't|without|instead of)\b/;
const FOR = /\b(?:always|must|should|has to|have to|required?|needs? to)\b/;

function readStatement(text: string): Statement {
  const lower = ` ${text.toLowerCase().replaceAll('’', "'")} `;
  // What comes after "instead of" is what it is against; the statement itself is for the rest.
  const [main = lower] = lower.split(/\b(?:instead of|rather than|because|since|as it)\b/);
  const act = actOf(main);
  const negated = AGAINST.test(main);
  const stand = act === null ? (negated ? -1 : FOR.test(main) ? 1 : 0) : flip(act.stand, negated);
  return {
    text,
    words: wordsOf(main, act?.word),
    stand,
    act: act?.act ?? null,
    value: negated || stand === -1 ? null : valueOf(main),
    numbers: numbersOf(main),
  };
}

function flip(stand: 1 | -1, negated: boolean): 1 | -1 {
  return negated ? (stand === 1 ? -1 : 1) : stand;
}

function actOf(
  text: string,
): { readonly act: string; readonly stand: 1 | -1; readonly word: string } | null {
  let found: { readonly act: string; readonly stand: 1 | -1; readonly word: string } | null = null;
  let at = Infinity;
  for (const [act, forIt, against] of ACTS) {
    for (const [stand, alternatives] of [
      [1, forIt],
      [-1, against],
    ] as const) {
      for (const word of alternatives.split('|')) {
        const index = text.search(new RegExp(`\\b${word}(?:s|d|ed|es|ing)?\\b`));
        if (index === -1 || index >= at) continue;
        at = index;
        found = { act, stand, word };
      }
    }
  }
  return found;
}

/** Single-valued things: what is said of one of them is its value, and there is one. */
const KEYS =
  /\b(?:default|version|owner|maintainer|branch|timezone|zone|port|manager|formatter|linter|limit|maximum|minimum|name|engine|database|licen[cs]e|language|framework|library|length|width|timeout|encoding|indentation|runner|registry|host|format|folder|directory|path|file)\b/;

function valueOf(text: string): Statement['value'] {
  const used = /\b(?:use|prefer|choose|adopt) (.{1,80}?) (?:for|as|when|to) (.{2,120})$/.exec(text);
  if (used !== null) return pairOf(used[2] ?? '', used[1] ?? '');
  const is =
    /^(.{3,120}?) (?:is|are|must be|should be|lives? in|goes? (?:to|in)|=) (.{1,60})$/.exec(
      text.trim(),
    );
  if (is !== null && KEYS.test(is[1] ?? '')) return pairOf(is[1] ?? '', is[2] ?? '');
  return null;
}

function pairOf(key: string, value: string): Statement['value'] {
  const pair = { key: wordsOf(key), value: wordsOf(value) };
  return pair.key.size === 0 || pair.value.size === 0 || pair.value.size > 3 ? null : pair;
}

function numbersOf(text: string): readonly string[] {
  return [
    ...text.matchAll(
      /(?<![\w.-])(\d{1,9}(?:\.\d{1,3})?)\s?(ms|s|min|h|d|kb|mb|gb|%)?(?![\w.-]*\w)/g,
    ),
  ].map(([, number = '', unit = '']) => `${number}${unit === '' ? '' : ` ${unit}`}`);
}

const EMPTY = new Set(
  'a an the and or of to in on for with by at from as is are be been was were it its this that these those we our they their there here do does not never always must should shall will would can could may might only just also all any every each so than then too very when where which who how what if else no longer dont don mustn shouldn isn aren has have had need needs required require please new code project repository'.split(
    ' ',
  ),
);

/** Plain forms: lower case, without endings of number and time. */
function wordsOf(text: string, without = ''): ReadonlySet<string> {
  const left =
    without === '' ? text : text.replace(new RegExp(`\\b${without}\\w{0,3}\\b`, 'g'), ' ');
  const words = left.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY.has(word) && word.length > 1).map(plainForm));
}

function plainForm(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/(?:ies)$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{4})(?:ing|ed)$/, '');
}

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
