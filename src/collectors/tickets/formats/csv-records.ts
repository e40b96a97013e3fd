/** Tables with a line of names: commas, semicolons or tabs, quotes, line breaks within quotes. */
import type { Options } from 'csv-parse';

import { oneLine, plural } from '../../../words/text.ts';
import type { TicketProblem } from '../../../words/ticket.ts';
import type { RecordsRead, SourceText, TicketRecord } from '../ticket-record.ts';

const MAX_COLUMNS = 2_000;
/** Characters of one record; a longer one has an unclosed quote. */
const MAX_RECORD = 5_000_000;
const SEPARATORS = [',', ';', '\t', '|'];

export async function readCsv({ source, text }: SourceText): Promise<RecordsRead> {
  const { parse } = await import('csv-parse/sync');
  const problems: TicketProblem[] = [];
  const rows = rowReader();
  const { separator, skip } = separatorOf(text);
  try {
    parse(text, {
      ...OPTIONS,
      delimiter: separator,
      from_line: skip + 1,
      cast: (value, { index, lines }) => {
        if (index < MAX_COLUMNS) return value;
        throw new TooWide(lines);
      },
      on_record: rows.take,
      on_skip: (error) => {
        problems.push(skipProblem(source, error));
        return undefined;
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof TooWide)) throw thrown;
    const columns = `more than ${plural(MAX_COLUMNS, 'column')}`;
    const problem = `not read from here on: ${columns}`;
    problems.push({ source: `${source}:${thrown.line}`, problem });
  }
  const read = recordsOf(source, rows.taken);
  return { records: read.records, problems: [...problems, ...read.problems] };
}

const OPTIONS: Options = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_error: true,
  max_record_size: MAX_RECORD,
};

/** Ends the reading: the package cannot pass over a record while it is in it, and millions of cells fill the memory. */
class TooWide extends Error {
  readonly line: number;

  constructor(line: number) {
    super('too many columns');
    this.line = line;
  }
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

function rowReader(): {
  readonly taken: readonly Row[];
  readonly take: (cells: unknown, info: { readonly lines: number }) => undefined;
} {
  const taken: Row[] = [];
  let before = 0;
  return {
    taken,
    take: (record, { lines }) => {
      const cells = Array.isArray(record) ? record.map(String) : [];
      const inside = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      // `lines` counts to the record's end, and its cells know how many of those are theirs.
      taken.push({ line: Math.max(before + 1, lines - inside), cells });
      before = lines;
      return undefined;
    },
  };
}

/** The first row has the names. */
function recordsOf(source: string, [head, ...rows]: readonly Row[]): RecordsRead {
  const names = head?.cells.map((cell) => cell.trim()) ?? [];
  const problems: TicketProblem[] = [];
  const records = rows.map(({ cells, line }): TicketRecord => {
    const place = `${source}:${line}`;
    if (cells.slice(names.length).some((cell) => cell !== '')) {
      const counted = `${plural(cells.length, 'value')} for ${plural(names.length, 'column')}`;
      problems.push({ source: place, problem: `${counted}: the rest is left out` });
    }
    return { source: place, value: recordOf(names, cells) };
  });
  return { records, problems };
}

/** A name that comes again (Jira writes one column a label) makes a list of its values. */
function recordOf(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const byName = new Map<string, string | string[]>();
  names.forEach((name, index) => {
    const cell = cells[index] ?? '';
    const before = byName.get(name);
    if (before === undefined) byName.set(name, cell);
    else if (cell !== '')
      byName.set(
        name,
        [before, cell].flat().filter((one) => one !== ''),
      );
  });
  return Object.fromEntries(byName);
}

/** The sign that stands most often in the line of names, outside quotes; `sep=;` says it outright. */
function separatorOf(text: string): { readonly separator: string; readonly skip: number } {
  const stated = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (stated !== undefined) return { separator: stated, skip: 1 };
  const start = text.slice(0, 100_000).trimStart();
  const line = start.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/)[0] ?? '';
  const counted = SEPARATORS.map((separator) => ({
    separator,
    count: line.split(separator).length,
  })).toSorted((a, b) => b.count - a.count);
  return { separator: counted[0]?.separator ?? ',', skip: 0 };
}

function skipProblem(
  source: string,
  error: { readonly code?: string; readonly lines?: unknown; readonly message: string } | undefined,
): TicketProblem {
  const line = typeof error?.lines === 'number' ? `:${error.lines}` : '';
  return { source: `${source}${line}`, problem: `not a ticket: ${reasonOf(error)}` };
}

function reasonOf(error: { readonly code?: string; readonly message: string } | undefined): string {
  switch (error?.code ?? '') {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote is not closed before the end of the file';
    case 'CSV_MAX_RECORD_SIZE':
      return `more than ${MAX_RECORD.toLocaleString('en-US')} characters, most likely a quote that is not closed`;
    default:
      return oneLine(error?.message ?? 'it cannot be read', 120);
  }
}
