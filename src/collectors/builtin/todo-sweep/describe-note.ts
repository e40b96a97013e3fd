/** A note in words, for titles, bodies, commits and the report. */
import type { TodoFact } from '../../../words/facts.ts';
import { codeBlock, escapeMarkdown, inlineCode } from '../../../words/text.ts';
import { formatAge } from '../age.ts';
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
export function noteAuthor({ author }: TodoFact, max: number): string {
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
