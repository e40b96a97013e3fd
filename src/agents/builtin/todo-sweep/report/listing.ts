/** The notes past the limit: the oldest with their lines, the rest as a table. */
import { escapeMarkdown, inlineCode, plural } from '../../../../domain/text.ts';
import { fitLine } from '../../fit-text.ts';
import { noteAge, noteContext, notePlace, noteTitle } from '../describe-note.ts';
import type { DueNote } from '../plan-sweep.ts';
import { notCounted } from './news.ts';
import type { SweepReport } from './report-source.ts';
import { standingWords } from './standing-words.ts';

const IN_FULL = 10;
const MAX_ROWS = 100;

export function renderListing({ plan }: SweepReport): string {
  const { due } = plan;
  const full = due.slice(0, IN_FULL).map(renderNote);
  const rest = due.slice(IN_FULL);
  const parts = [
    due.length === 0 ? 'None past the limit.' : null,
    ...full,
    rest.length === 0 ? null : `The other ${plural(rest.length, 'note')}, oldest first:`,
    renderTable(rest),
    notCounted(plan),
  ];
  return parts.filter((part) => part !== null && part !== '').join('\n\n');
}

function renderNote({ todo, standing }: DueNote, index: number): string {
  const symbol = todo.symbol === null ? [] : [`in ${inlineCode(fitLine(todo.symbol, 80))}`];
  const facts = [noteAge(todo), escapeMarkdown(todo.author), ...symbol, standingWords(standing)];
  const head = `**${index + 1}. ${notePlace(todo)}** · ${facts.join(' · ')}`;
  const body = noteContext(todo) ?? `> ${escapeMarkdown(noteTitle(todo))}`;
  return `${head}\n\n${body}`;
}

function renderTable(notes: readonly DueNote[]): string {
  if (notes.length === 0) return '';
  const rows = notes.slice(0, MAX_ROWS).map(({ todo, standing }) => {
    const text = escapeMarkdown(fitLine(noteTitle(todo), 100));
    const author = escapeMarkdown(fitLine(todo.author, 40));
    const cells = [noteAge(todo), notePlace(todo).replaceAll('|', String.raw`\|`), text, author];
    return `| ${[...cells, standingWords(standing)].join(' | ')} |`;
  });
  const more = notes.length - rows.length;
  const table = [
    '| Age | Place | Note | Author | Item |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
  return `${table.join('\n')}${more > 0 ? `\n\nand ${more.toLocaleString('en-US')} more in \`roundsman findings\`` : ''}`;
}
