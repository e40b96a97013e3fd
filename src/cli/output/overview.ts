/** The first help page: commands in groups, the options of all of them, and what to do next. Pure. */
import type { Standing } from '../../runtime/setup/look-around.ts';
import type { HelpGroup, TopCommand } from '../command.ts';
import { displayWidth } from './display-width.ts';
import type { Paint } from './style.ts';
import { wrapWords } from './wrap-words.ts';

export interface OverviewRequest {
  readonly commands: readonly TopCommand[];
  /** With the commands that the first page leaves out. */
  readonly all: boolean;
  readonly standing: Standing;
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

const GROUPS: readonly HelpGroup[] = ['Try', 'Run', 'See', 'Review', 'Operate'];

const GLOBAL_OPTIONS: readonly Row[] = [
  ['--json', 'one JSON document on stdout'],
  ['-C <folder>', 'as if called in that folder'],
  ['--verbose', 'every step of a run; the stack of an error'],
  ['--no-color', 'plain text, as with NO_COLOR=1'],
  ['-h, --help', 'help on the program or a command'],
  ['-V, --version', 'the version'],
];

/** Lines that are longer are hard to read. */
const WIDEST = 100;
const NARROWEST = 40;
const TERM_COLUMNS = 13;

type Row = readonly [term: string, text: string];

export function overview(request: OverviewRequest): string {
  const { commands, all, paint } = request;
  const width = Math.max(NARROWEST, Math.min(request.width, WIDEST));
  const shown = commands.filter((command) => all || command.first);
  const groups = GROUPS.map((group) => {
    const rows = shown
      .filter((command) => command.group === group)
      .map(({ name, summary }): Row => [name, summary]);
    return section(paint('strong', group), rows, width);
  });
  const about =
    'Runs routines with coding agents: each run works in a fresh worktree of its own and leaves a report and a ' +
    'branch for you to review.';
  return [
    'Usage: roundsman <command> [options]\n\n',
    ...wrapWords(about, width).map((line) => `${line}\n`),
    '\n',
    ...groups,
    section(paint('strong', 'With every command'), GLOBAL_OPTIONS, width),
    'roundsman help <command>  tells more, with examples.\n',
    all ? '' : 'roundsman help --all      shows every command.\n',
    `\n${paint('strong', 'Next')}\n`,
    ...nextSteps(request.standing).map((row) => rowText(row, { width, columns: 27 })),
  ].join('');
}

function nextSteps(standing: Standing): readonly Row[] {
  switch (standing.kind) {
    case 'no-repository':
      return [
        ['roundsman demo', 'you are in no git repository: look at one that is made for you'],
        ['roundsman -C <repo> init', 'or set one of yours up'],
      ];
    case 'no-workspace':
      return [
        ['roundsman init', 'set this repository up; it overwrites nothing'],
        ['roundsman demo', 'or look at an example first'],
      ];
    case 'workspace': {
      const [first] = standing.routines.includes('todo-sweep') ? ['todo-sweep'] : standing.routines;
      return first === undefined
        ? [['roundsman new <name>', 'write a first routine: there is none here yet']]
        : [
            [`roundsman run ${first}`, 'run it now'],
            ['roundsman list', 'see all routines here'],
          ];
    }
  }
}

function section(title: string, rows: readonly Row[], width: number): string {
  const lines = rows.map((row) => rowText(row, { width, columns: TERM_COLUMNS }));
  return `${title}\n${lines.join('')}\n`;
}

/** The text stands beside its term, and goes on below itself. */
function rowText(
  [term, text]: Row,
  { width, columns }: { readonly width: number; readonly columns: number },
): string {
  const wide = displayWidth(term) > columns;
  const indent = ' '.repeat(columns + 4);
  const lines = wrapWords(text, Math.max(20, width - columns - 4));
  const head = wide ? `  ${term}\n${indent}` : `  ${pad(term, columns)}  `;
  return `${head}${lines.join(`\n${indent}`)}\n`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
