/** Items as a document for other programs and people. Titles and bodies are hostile: nothing in them is markup or a formula. */
import { boardOf } from '../../ledger/item-facts.ts';
import { formatLink } from '../../ledger/item-link-words.ts';
import { codeBlock, escapeMarkdown, plural, stripControls } from '../../words/text.ts';
import type { ItemView } from './list-items.ts';

export const EXPORT_FORMATS = ['markdown', 'json', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Ends in a newline. */
export function exportItems(items: readonly ItemView[], format: ExportFormat): string {
  switch (format) {
    case 'markdown':
      return markdownOf(items);
    case 'json':
      return `${JSON.stringify(items, null, 2)}\n`;
    case 'csv':
      return csvOf(items);
  }
}

function markdownOf(items: readonly ItemView[]): string {
  const sections = boardOf(items, { dropped: true })
    .filter(({ entries }) => entries.length > 0)
    .map(({ column, entries }) =>
      [`## ${titleCase(column)} (${entries.length})`, ...entries.map(markdownItem)].join('\n\n'),
    );
  return `${[`# Items`, plural(items.length, 'item'), ...sections].join('\n\n')}\n`;
}

function markdownItem(item: ItemView): string {
  const facts = [
    `- Stands: ${escapeMarkdown(item.because)}`,
    ...(item.stale === null ? [] : [`- Stale: ${escapeMarkdown(item.stale.why)}`]),
    ...(item.routine === null ? [] : [`- Routine: ${escapeMarkdown(item.routine)}`]),
    ...(item.parent === null || item.parent === undefined ? [] : [`- Parent: ${item.parent}`]),
    ...listLine('Files', item.files ?? []),
    ...listLine('Tied to', (item.links ?? []).map(formatLink)),
    ...listLine('Findings', item.findings),
    `- Since: ${item.createdAt}`,
  ];
  const body = item.body.trim() === '' ? [] : [codeBlock(item.body, 'text')];
  return [`### ${item.key} ${escapeMarkdown(item.title)}`, facts.join('\n'), ...body].join('\n\n');
}

function listLine(label: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [`- ${label}: ${values.map(escapeMarkdown).join(', ')}`];
}

function titleCase(column: string): string {
  const words = column.replace('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const CSV_COLUMNS: readonly (readonly [name: string, of: (item: ItemView) => string])[] = [
  ['key', ({ key }) => key],
  ['standing', ({ standing }) => standing],
  ['title', ({ title }) => title],
  ['because', ({ because }) => because],
  ['stale', ({ stale }) => stale?.why ?? ''],
  ['parent', ({ parent }) => parent ?? ''],
  ['routine', ({ routine }) => routine ?? ''],
  ['run', ({ run }) => run ?? ''],
  ['created_at', ({ createdAt }) => createdAt],
  ['files', ({ files = [] }) => files.join(' ')],
  ['links', ({ links = [] }) => links.map(formatLink).join(' ')],
  ['findings', ({ findings }) => findings.join(' ')],
  ['closed', ({ closed }) => closed?.how ?? ''],
  ['reason', ({ closed }) => closed?.reason ?? ''],
  ['body', ({ body }) => body],
];

/** RFC 4180: quoted, lines end in CR LF. */
function csvOf(items: readonly ItemView[]): string {
  const rows = [
    CSV_COLUMNS.map(([name]) => name),
    ...items.map((item) => CSV_COLUMNS.map(([, of]) => of(item))),
  ];
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** A spreadsheet takes what begins so for a formula, blanks before it or not: an apostrophe makes it a text. */
function csvCell(text: string): string {
  const clean = stripControls(text);
  const isFormula = /^\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/.test(clean) || /^[\t\n]/.test(clean);
  return `"${(isFormula ? `'${clean}` : clean).replaceAll('"', '""')}"`;
}
