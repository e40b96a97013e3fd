/** The first help page: what is used most, on one screen of 24 lines. Pure. */
import type { Standing } from '../../runtime/setup/look-around.ts';
import type { HelpGroup, TopCommand } from '../command.ts';
import type { Paint } from './style.ts';
import { displayWidth, wrapWords } from './text-width.ts';

export interface FrontPageRequest {
  readonly standing: Standing;
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

type Row = readonly [names: readonly string[], text: string];

export const FRONT_PAGE: readonly (readonly [HelpGroup, readonly Row[]])[] = [
  [
    'Begin',
    [
      [['demo'], 'See it work on an example repository'],
      [['init'], 'Set up this repository'],
      [['new', 'validate'], 'Write a routine; check all of them'],
    ],
  ],
  [
    'Routines',
    [
      [['list', 'next'], 'List routines; list their coming run times'],
      [['run'], 'Run a routine now'],
      [['enable', 'pause', 'resume'], 'Choose which routines start on schedule'],
    ],
  ],
  [
    'Runs',
    [
      [['runs', 'show', 'slots'], 'List runs; show one; list what was due'],
      [['rerun', 'cancel'], 'Retry, replay or backfill; stop a run'],
      [['search', 'sessions'], 'Search everything; see who works on what'],
    ],
  ],
  [
    'Inbox',
    [
      [['inbox', 'morning'], 'List what waits for you; decide one by one'],
      [['accept', 'dismiss', 'snooze'], 'Decide on findings'],
      [['approve', 'decline', 'answer'], 'Decide on requests; answer questions'],
      [['undo'], 'Take back a decision or a landing'],
    ],
  ],
  [
    'Branches',
    [
      [['review'], 'List branches that wait; show, diff, comment'],
      [['land', 'discard'], 'Merge branches, or drop them'],
    ],
  ],
  [
    'Operate',
    [
      [['start', 'stop', 'status'], 'Run the daemon; see what it does'],
      [['doctor'], 'Check that the coming night can run'],
      [['connect', 'gc'], 'Test connections; remove leftovers'],
    ],
  ],
];

/** Lines that are longer are hard to read. */
const WIDEST = 100;
const NARROWEST = 40;
const GROUP_COLUMNS = 10;
const NAME_COLUMNS = 26;

export function frontPage({ standing, width: columns, paint }: FrontPageRequest): string {
  const width = Math.max(NARROWEST, Math.min(columns, WIDEST));
  const rows = FRONT_PAGE.flatMap(([group, of]) =>
    of.map(([names, text], at) => {
      const head =
        at === 0 ? paint('strong', group) + pad(group, GROUP_COLUMNS) : pad('', GROUP_COLUMNS);
      return rowLines(head, [names.join(', '), text], width);
    }),
  );
  return [
    'Usage: roundsman <command> [options]   Run coding agents on a schedule\n\n',
    ...rows,
    '\nDetails of a command: roundsman help <command>   All: roundsman help --all\n',
    `${paint('strong', 'Next:')} ${nextStep(standing)}\n`,
  ].join('');
}

/** The text stands beside the names, and goes on below itself. */
function rowLines(head: string, [names, text]: readonly [string, string], width: number): string {
  const indent = ' '.repeat(GROUP_COLUMNS + NAME_COLUMNS);
  const lines = wrapWords(text, Math.max(20, width - indent.length));
  return `${head}${names}${pad(names, NAME_COLUMNS)}${lines.join(`\n${indent}`)}\n`;
}

function pad(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function nextStep(standing: Standing): string {
  switch (standing.kind) {
    case 'no-repository':
      return 'roundsman demo   (this folder is in no git repository)';
    case 'no-workspace':
      return 'roundsman init   (or see an example first: roundsman demo)';
    case 'workspace': {
      const [first] = standing.routines.includes('todo-sweep') ? ['todo-sweep'] : standing.routines;
      return first === undefined
        ? 'roundsman new <name>   (there is no routine here yet)'
        : `roundsman run ${first}   (it runs now)`;
    }
  }
}

// `help --all`: every command in its group, and the options of all of them. Pure.
export interface OverviewRequest {
  readonly commands: readonly TopCommand[];
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

const GROUPS: readonly HelpGroup[] = ['Begin', 'Routines', 'Runs', 'Inbox', 'Branches', 'Operate'];

const GLOBAL_OPTIONS: readonly OverviewRow[] = [
  ['--json', 'one JSON document on stdout'],
  ['-C <folder>', 'run in this folder'],
  ['--verbose', 'every step of a run; stack traces'],
  ['--no-color', 'plain text, as with NO_COLOR=1'],
  ['-h, --help', 'help on the program or a command'],
  ['-V, --version', 'the version'],
];
const TERM_COLUMNS = 13;

type OverviewRow = readonly [term: string, text: string];

export function overview({ commands, width: columns, paint }: OverviewRequest): string {
  const width = Math.max(NARROWEST, Math.min(columns, WIDEST));
  const groups = GROUPS.map((group) => {
    const rows = commands
      .filter((command) => command.group === group)
      .map(({ name, summary }): OverviewRow => [name, summary]);
    return section(paint('strong', group), rows, width);
  });
  return [
    'Usage: roundsman <command> [options]\n\n',
    ...groups,
    section(paint('strong', 'With every command'), GLOBAL_OPTIONS, width),
    'Details and examples of a command: roundsman help <command>\n',
  ].join('');
}

function section(title: string, rows: readonly OverviewRow[], width: number): string {
  const lines = rows.map((row) => rowText(row, width));
  return `${title}\n${lines.join('')}\n`;
}

/** The text stands beside its term, and goes on below itself. */
function rowText([term, text]: OverviewRow, width: number): string {
  const indent = ' '.repeat(TERM_COLUMNS + 4);
  const lines = wrapWords(text, Math.max(20, width - TERM_COLUMNS - 4));
  return `  ${padEnd(term, TERM_COLUMNS)}  ${lines.join(`\n${indent}`)}\n`;
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
