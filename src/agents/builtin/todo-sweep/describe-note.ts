/** A note in words, for titles, bodies, commits and the report. */
import type { TodoFact } from '../../../domain/facts.ts';
import { codeBlock, inlineCode } from '../../../domain/text.ts';
import { formatAge } from '../age.ts';
import { fitLine } from '../fit-text.ts';

/** Longer lines of code are cut in quotes. */
const MAX_WIDTH = 160;
const MAX_LINES = 9;

/** Marker and words, `MARKER: handle time zones` or `MARKER(ada): handle it`; plain text, at most 300 characters. */
export function noteTitle(todo: TodoFact): string {
  const text = todo.text.trim();
  if (text === '') return `${todo.marker} without a text`;
  // `(ada): handle it` carries its own colon.
  return fitLine(text.startsWith('(') ? todo.marker + text : `${todo.marker}: ${text}`, 300);
}

/** `src/a.ts:3` as inline code. */
export function notePlace(todo: Pick<TodoFact, 'path' | 'line'>): string {
  return inlineCode(`${todo.path}:${todo.line}`);
}

export function noteAge(todo: TodoFact): string {
  return formatAge(todo.ageDays, todo.ageIsLowerBound);
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
