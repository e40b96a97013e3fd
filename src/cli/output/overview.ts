import type { HelpGroup, TopCommand } from '../command.ts';
/** The first help page: commands in groups, the options of all of them last. Pure. */
import { displayWidth } from './display-width.ts';
import type { Paint } from './style.ts';

export interface OverviewRequest {
  readonly commands: readonly TopCommand[];
  /** With the commands that the first page leaves out. */
  readonly all: boolean;
  readonly paint: Paint;
}

const GROUPS: readonly HelpGroup[] = ['Try', 'Run', 'See', 'Review', 'Operate'];

const GLOBAL_OPTIONS: readonly (readonly [string, string])[] = [
  ['--json', 'one JSON document on stdout'],
  ['-C <folder>', 'as if called in that folder'],
  ['--verbose', 'every step of a run; the stack of an error'],
  ['--no-color', 'plain text, as with NO_COLOR=1'],
  ['-h, --help', 'help on the program or a command'],
  ['-V, --version', 'the version'],
];

export function overview({ commands, all, paint }: OverviewRequest): string {
  const shown = commands.filter((command) => all || command.first);
  const groups = GROUPS.map((group) => {
    const rows = shown
      .filter((command) => command.group === group)
      .map((command) => [command.name, command.summary] as const);
    return section(paint('strong', group), rows);
  });
  return [
    'Usage: roundsman <command> [options]\n\n',
    'Runs routines with coding agents: each run works in a fresh worktree of its own\n',
    'and leaves a report and a branch for you to review.\n\n',
    ...groups,
    section(paint('strong', 'With every command'), GLOBAL_OPTIONS),
    'roundsman help <command>  tells more, with examples.\n',
    all ? '' : 'roundsman help --all      shows every command.\n',
  ].join('');
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([term, text]) => `  ${pad(term, 13)}  ${text}\n`);
  return `${title}\n${lines.join('')}\n`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
