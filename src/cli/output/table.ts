/** Aligned columns that fit the terminal. Pure. */
import { oneLine } from '../../words/text.ts';
import type { Paint, StyleName } from './style.ts';
import { displayWidth, fitText, wrapWords } from './text-width.ts';

/** Letters of a title in a list: what it is about is at its beginning; `show` and `--json` have the whole of it. */
export const MOST_OF_TITLE = 100;

export interface Column<Row> {
  readonly title: string;
  /** The title is a name, and stays as it is written. */
  readonly named?: true;
  /** May hold text from outside: it is brought to one clean line. */
  text(row: Row): string;
  style?(row: Row): StyleName | null;
  readonly align?: 'right';
  /** Gives way when the terminal is narrow, down to this many columns. */
  readonly shrinkTo?: number;
}

export interface TableLayout<Row> {
  readonly paint: Paint;
  /** `null`: no limit, as in a pipe. */
  readonly width: number | null;
  /** Text from outside that goes under a row, indented and wrapped; empty for nothing. */
  readonly below?: (row: Row) => string;
}

const GAP = '  ';

/** Lines with a head, each ended by a newline; rows keep their order. */
export function renderTable<Row>(
  all: readonly Column<Row>[],
  rows: readonly Row[],
  layout: TableLayout<Row>,
): string {
  const columns = shownColumns(all, rows, layout.width);
  const cells = rows.map((row) => columns.map((column) => oneLine(column.text(row), 1_000)));
  const widths = fitColumns(columns, cells, layout.width);
  const head = columns.map(({ title, named }) => (named === true ? title : title.toUpperCase()));
  const lines = [
    layout.paint('faint', renderLine(columns, head, widths)),
    ...rows.flatMap((row, index) => {
      const painted = columns.map((column) => column.style?.(row) ?? null);
      const line = renderLine(columns, cells[index] ?? [], widths, {
        paint: layout.paint,
        painted,
      });
      return [line, ...linesBelow(row, layout)];
    }),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Where not all fit, those that say nothing of any row are left out. */
function shownColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  limit: number | null,
): readonly Column<Row>[] {
  const least = columns.map((column) => {
    const widths = rows.map((row) => displayWidth(column.text(row)));
    return Math.min(column.shrinkTo ?? Infinity, Math.max(displayWidth(column.title), ...widths));
  });
  const gaps = GAP.length * (columns.length - 1);
  if (limit === null || least.reduce((sum, width) => sum + width, gaps) <= limit) return columns;
  return columns.filter((column) => rows.some((row) => !/^[-–]?$/.test(column.text(row))));
}

function linesBelow<Row>(row: Row, { below, width, paint }: TableLayout<Row>): readonly string[] {
  const text = below === undefined ? '' : oneLine(below(row), 1_000);
  if (text === '') return [];
  const lines = wrapWords(text, (width ?? 1_000) - GAP.length);
  return lines.map((line) => `${GAP}${paint('faint', line)}`);
}

interface Painting {
  readonly paint: Paint;
  readonly painted: readonly (StyleName | null)[];
}

/* oxlint-disable-next-line eslint/max-params -- the cells, where they go, and how they look */
function renderLine<Row>(
  columns: readonly Column<Row>[],
  cells: readonly string[],
  widths: readonly number[],
  painting?: Painting,
): string {
  const parts = columns.map((column, index) => {
    const width = widths[index] ?? 0;
    const text = fitText(cells[index] ?? '', width);
    const pad = ' '.repeat(Math.max(0, width - displayWidth(text)));
    const style = painting?.painted[index] ?? null;
    const shown = style === null || painting === undefined ? text : painting.paint(style, text);
    return column.align === 'right' ? pad + shown : shown + pad;
  });
  return parts.join(GAP).trimEnd();
}

/** Natural widths; where they do not fit, the shrinking columns give way, the widest first. */
function fitColumns<Row>(
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
  limit: number | null,
): readonly number[] {
  const widths = columns.map((column, index) =>
    Math.max(displayWidth(column.title), ...cells.map((row) => displayWidth(row[index] ?? ''))),
  );
  if (limit === null) return widths;
  const gaps = GAP.length * (columns.length - 1);
  let over = widths.reduce((sum, width) => sum + width, gaps) - limit;
  while (over > 0) {
    const index = widestShrinking(columns, widths);
    if (index === null) break;
    widths[index] = (widths[index] ?? 1) - 1;
    over -= 1;
  }
  return widths;
}

function widestShrinking<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
): number | null {
  let found: number | null = null;
  for (const [index, column] of columns.entries()) {
    const width = widths[index] ?? 0;
    if (column.shrinkTo === undefined || width <= column.shrinkTo) continue;
    if (found === null || width > (widths[found] ?? 0)) found = index;
  }
  return found;
}
