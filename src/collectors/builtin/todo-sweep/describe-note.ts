/** A note in words, for titles, bodies, commits and the report. */
import type { TodoFact } from '../../../words/facts.ts';
import { codeBlock, escapeMarkdown, inlineCode, plural } from '../../../words/text.ts';
import { fitLine } from '../fit-text.ts';

/** Longer lines of code are cut in quotes. */
const MAX_WIDTH = 160;
const MAX_LINES = 9;

/** Plain text, at most 300 characters; of facts of before, the marker and what follows it on its line. */
export function noteTitle({ title, marker, text }: TodoFact): string {
  if (title !== undefined) return fitLine(title, 300);
  const said = text.trim();
  const owner = /^\([^()]*\)/.exec(said)?.[0] ?? '';
  const own = said.slice(owner.length).replace(/^[\s:\-–—,.]+/u, '');
  const head = `${marker}${owner}`;
  return fitLine(own === '' ? `${head} without a text` : `${head}: ${own}`, 300);
}

/** `src/a.ts:3` as inline code. */
export function notePlace(todo: Pick<TodoFact, 'path' | 'line'>): string {
  return inlineCode(`${todo.path}:${todo.line}`);
}

/** Empty where the history is not all there. */
function noteAuthor({ author }: TodoFact, max: number): string {
  return escapeMarkdown(fitLine(author === '' ? 'author unknown' : author, max));
}

export function noteAge(todo: TodoFact): string {
  return todo.dated === false ? 'age unknown' : formatAge(todo.ageDays, todo.ageIsLowerBound);
}

/** The note as a fenced block: the lines around it without their common indentation, else its own words. */
export function noteQuote(todo: TodoFact): string {
  const lines = todo.context
    .slice(0, MAX_LINES)
    .map((line) => line.replaceAll('\t', '  ').trimEnd());
  const filled = lines.filter((line) => line !== '');
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  const dedented = lines.map((line) => line.slice(indent));
  const whole = lines.some((line) => line.includes(todo.text.trim()))
    ? dedented
    : [`${todo.marker}: ${todo.text}`, ...dedented];
  const shown = whole.map((line) =>
    line.length <= MAX_WIDTH
      ? line
      : `${Array.from(line)
          .slice(0, MAX_WIDTH - 1)
          .join('')}…`,
  );
  return codeBlock(shown.join('\n').replace(/^\n+/, ''), languageOf(todo.path));
}

/** The file's ending, when it can stand behind a fence. */
function languageOf(path: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

// How old a note is, in words. Days in, because that is what collectors count.

/** `12 days`, `14 months`, `3 years`; `at least …` where history ends before the line was written. */
function formatAge(days: number, isLowerBound = false): string {
  const words = ageWords(Math.max(0, Math.floor(days)));
  return isLowerBound ? `at least ${words}` : words;
}

function ageWords(days: number): string {
  if (days < 1) return 'less than a day';
  if (days < 100) return plural(days, 'day');
  const months = Math.floor(days / 30.44);
  if (months < 24) return plural(months, 'month');
  return plural(Math.floor(days / 365.25), 'year');
}

const BUCKETS = [
  { from: 730, name: 'over 2 years' },
  { from: 365, name: '1 to 2 years' },
  { from: 180, name: '6 to 12 months' },
  { from: 90, name: '3 to 6 months' },
  { from: 30, name: '1 to 3 months' },
  { from: 0, name: 'under a month' },
] as const;

const UNKNOWN = 'age unknown';

/** Counts by age, oldest first, then those that git could not date; empty buckets left out. */
export function countByAge(
  notes: readonly Pick<TodoFact, 'ageDays' | 'dated'>[],
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { ageDays, dated } of notes) {
    const bucket = BUCKETS.find(({ from }) => ageDays >= from)?.name ?? 'under a month';
    const name = dated === false ? UNKNOWN : bucket;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...BUCKETS.map(({ name }) => name), UNKNOWN].flatMap((name) => {
    const count = counts.get(name);
    return count === undefined ? [] : [{ name, count }];
  });
}

/** A note on one line of a list: place, words, author and age. */
export function noteLine(todo: TodoFact): string {
  const text = escapeMarkdown(fitLine(noteTitle(todo), 160));
  return `${notePlace(todo)} ${text} (${noteAuthor(todo, 60)}, ${noteAge(todo)})`;
}
