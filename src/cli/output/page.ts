/** What a command writes with: the table layout and paints of this terminal. */
import type { Terminal } from '../../platform/terminal.ts';
import { stripControls } from '../../words/text.ts';
import { paintFor, type Paint } from './style.ts';
import { renderTable, type Column } from './table.ts';
import { wrapLine } from './text-width.ts';

export interface Page {
  readonly paint: Paint;
  /** One of our own lines, wrapped between words on a terminal; text from outside in it is cleaned. */
  line(text?: string): void;
  /** A line that must stay one, such as that of a diff. */
  verbatim(text: string): void;
  /** @param below what else there is to say of a row, on lines of their own; empty for nothing */
  table<Row>(
    columns: readonly Column<Row>[],
    rows: readonly Row[],
    below?: (row: Row) => string,
  ): void;
  /** `label   value` lines, values aligned; empty values are left out. */
  fields(pairs: readonly (readonly [label: string, value: string | null])[]): void;
}

/** Results go to stdout. */
export function openPage(terminal: Terminal): Page {
  const paint = paintFor(terminal.colour);
  const width = terminal.outIsTerminal ? terminal.columns : null;
  return {
    paint,
    line: (text = '') => terminal.out(`${width === null ? text : wrapLine(text, width)}\n`),
    verbatim: (text) => terminal.out(`${text}\n`),
    table: (columns, rows, below) =>
      terminal.out(renderTable(columns, rows, { paint, width, ...(below && { below }) })),
    fields: (pairs) => {
      const shown = pairs.filter((pair) => pair[1] !== null && pair[1] !== '');
      const longest = Math.max(0, ...shown.map(([label]) => label.length));
      for (const [label, value] of shown) {
        const indent = ' '.repeat(longest + 2);
        const room = width === null ? null : Math.max(20, width - indent.length);
        const lines = stripControls(value ?? '')
          .split('\n')
          .flatMap((text) => (room === null ? text : wrapLine(text, room).split('\n')));
        terminal.out(`${paint('faint', label.padEnd(longest))}  ${lines.join(`\n${indent}`)}\n`);
      }
    },
  };
}
