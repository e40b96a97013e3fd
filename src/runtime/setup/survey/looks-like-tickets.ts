/** Whether the beginning of a file reads like tickets. Pure; a guess that is only ever offered to a person. */
import type { TicketFormat } from '../../../words/ticket.ts';

const ENDINGS: Readonly<Record<string, TicketFormat>> = {
  eml: 'eml',
  mbox: 'mbox',
  csv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  md: 'markdown',
  markdown: 'markdown',
};

/** By the ending of a file's name; `null` when tickets are not kept so. */
export function ticketFormatOf(name: string): TicketFormat | null {
  const ending = /\.([A-Za-z]{2,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return ENDINGS[ending] ?? null;
}

/** What a help desk calls the text of a ticket, and what it calls the rest. */
const TEXT = /^(title|subject|summary|name|body|description|message|text|content|comment)$/i;
const REST =
  /^(.*[_ -]?id|key|number|ticket.*|created.*|date|.*_at|opened.*|requester.*|author.*|from|customer.*|e?-?mail|status|priority|labels?|tags?|url)$/i;

/** @param text the beginning of the file, cut anywhere */
export function looksLikeTickets(format: TicketFormat, text: string): boolean {
  switch (format) {
    case 'eml':
    case 'mbox':
      return /^(From |[A-Z][A-Za-z-]{1,40}: )/.test(text) && /^(Subject|From|Date): /im.test(text);
    case 'csv':
      return fits(csvHeader(text));
    case 'json':
    case 'jsonl':
      return fits(
        [...text.slice(0, 8_000).matchAll(/"([A-Za-z_ -]{1,40})"\s{0,20}:/g)].map(
          (match) => match[1] ?? '',
        ),
      );
    case 'markdown':
      return text.startsWith('---\n') && fits(frontMatterKeys(text));
  }
}

function fits(names: readonly string[]): boolean {
  return names.some((name) => TEXT.test(name)) && names.some((name) => REST.test(name));
}

function csvHeader(text: string): readonly string[] {
  const line =
    text
      .replace(/^\uFEFF/, '')
      .slice(0, 4_000)
      .split(/\r?\n/, 1)[0] ?? '';
  return line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
}

function frontMatterKeys(text: string): readonly string[] {
  const lines = text.slice(4, 4_000).split('\n');
  const end = lines.indexOf('---');
  return lines.slice(0, Math.max(0, end)).map((line) => line.split(':', 1)[0] ?? '');
}
