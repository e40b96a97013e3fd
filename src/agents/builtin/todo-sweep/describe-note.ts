/** A note in words, for titles, bodies, commits and the report. */
import type { TodoFact } from '../../../domain/facts.ts';
import { codeBlock, inlineCode } from '../../../domain/text.ts';
import { formatAge } from '../age.ts';
import { fitLine } from '../fit-text.ts';

/** `TODO: handle time zones`, plain text, at most 300 characters. */
export function noteTitle(todo: TodoFact): string {
  const text = todo.text.trim();
  return fitLine(text === '' ? `${todo.marker} without a text` : `${todo.marker}: ${text}`, 300);
}

/** `src/a.ts:3` as inline code. */
export function notePlace(todo: Pick<TodoFact, 'path' | 'line'>): string {
  return inlineCode(`${todo.path}:${todo.line}`);
}

export function noteAge(todo: TodoFact): string {
  return formatAge(todo.ageDays, todo.ageIsLowerBound);
}

/** The lines around the note as a fenced block, without their common indentation; `null` when there are none. */
export function noteContext(todo: TodoFact): string | null {
  const lines = todo.context.map((line) => line.replaceAll('\t', '  ').trimEnd());
  const filled = lines.filter((line) => line !== '');
  if (filled.length === 0) return null;
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  const cut = lines.map((line) => {
    const shown = line.slice(indent);
    return shown.length <= 160 ? shown : `${Array.from(shown).slice(0, 159).join('')}…`;
  });
  return codeBlock(cut.join('\n').replace(/^\n+/, ''), languageOf(todo.path));
}

/** The file's ending, when it can stand behind a fence. */
function languageOf(path: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}
