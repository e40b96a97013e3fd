/** The notes past the limit: the oldest with their lines, the rest as a table. */
import { escapeMarkdown, inlineCode, plural } from '../../../../domain/text.ts';
import { fitLine } from '../../fit-text.ts';
import { noteAge, noteAuthor, notePlace, noteQuote, noteTitle } from '../describe-note.ts';
import type { DueNote, SweepPlan } from '../plan-sweep.ts';
import { notCounted } from './not-counted.ts';
import { noteLine } from './note-line.ts';
import type { SweepReport } from './report-source.ts';
import { standingWords } from './standing-words.ts';

const IN_FULL = 10;
const MAX_ROWS = 100;

export function renderListing({ plan }: SweepReport): string {
  const { due } = plan;
  const full = due.slice(0, IN_FULL).map(renderNote);
  const rest = due.slice(IN_FULL);
  const parts = [
    due.length === 0 ? renderYoung(plan) : null,
    ...full,
    rest.length === 0 ? null : `The other ${plural(rest.length, 'note')}, oldest first:`,
    renderTable(rest),
    notCounted(plan),
  ];
  return parts.filter((part) => part !== null && part !== '').join('\n\n');
}

/** With nothing past the limit yet, the oldest of what there is. */
function renderYoung({ facts }: SweepPlan): string {
  const oldest = facts.younger.slice(0, IN_FULL);
  if (oldest.length === 0) return 'None.';
  const more = facts.younger.length - oldest.length;
  const lines = [...oldest.map(noteLine), ...(more > 0 ? [`and ${more} younger`] : [])];
  return `None past the limit. The oldest so far:\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function renderNote({ todo, standing }: DueNote, index: number): string {
  const symbol = todo.symbol === null ? [] : [`in ${inlineCode(fitLine(todo.symbol, 80))}`];
  const facts = [noteAge(todo), noteAuthor(todo, 60), ...symbol, standingWords(standing)];
  const head = `**${index + 1}. ${notePlace(todo)}** · ${facts.join(' · ')}`;
  return `${head}\n\n${noteQuote(todo)}`;
}

function renderTable(notes: readonly DueNote[]): string {
  if (notes.length === 0) return '';
  const rows = notes.slice(0, MAX_ROWS).map(({ todo, standing }) => {
    const text = escapeMarkdown(fitLine(noteTitle(todo), 100));
    const author = noteAuthor(todo, 40);
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
