/** `help --all`: every command in its group, and the options of all of them. Pure. */
import type { HelpGroup, TopCommand } from '../command.ts';
import type { Paint } from './style.ts';
import { displayWidth, wrapWords } from './text-width.ts';

export interface OverviewRequest {
  readonly commands: readonly TopCommand[];
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

const GROUPS: readonly HelpGroup[] = ['Begin', 'Routines', 'Runs', 'Inbox', 'Branches', 'Operate'];

const GLOBAL_OPTIONS: readonly Row[] = [
  ['--json', 'one JSON document on stdout'],
  ['-C <folder>', 'run in this folder'],
  ['--verbose', 'every step of a run; stack traces'],
  ['--no-color', 'plain text, as with NO_COLOR=1'],
  ['-h, --help', 'help on the program or a command'],
  ['-V, --version', 'the version'],
];

/** Lines that are longer are hard to read. */
const WIDEST = 100;
const NARROWEST = 40;
const TERM_COLUMNS = 13;

type Row = readonly [term: string, text: string];

export function overview({ commands, width: columns, paint }: OverviewRequest): string {
  const width = Math.max(NARROWEST, Math.min(columns, WIDEST));
  const groups = GROUPS.map((group) => {
    const rows = commands
      .filter((command) => command.group === group)
      .map(({ name, summary }): Row => [name, summary]);
    return section(paint('strong', group), rows, width);
  });
  return [
    'Usage: roundsman <command> [options]\n\n',
    ...groups,
    section(paint('strong', 'With every command'), GLOBAL_OPTIONS, width),
    'Details and examples of a command: roundsman help <command>\n',
  ].join('');
}

function section(title: string, rows: readonly Row[], width: number): string {
  const lines = rows.map((row) => rowText(row, width));
  return `${title}\n${lines.join('')}\n`;
}

/** The text stands beside its term, and goes on below itself. */
function rowText([term, text]: Row, width: number): string {
  const indent = ' '.repeat(TERM_COLUMNS + 4);
  const lines = wrapWords(text, Math.max(20, width - TERM_COLUMNS - 4));
  return `  ${pad(term, TERM_COLUMNS)}  ${lines.join(`\n${indent}`)}\n`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
