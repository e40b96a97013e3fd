/** The page of all commands. It needs no commander, which is slow to load. */
import { lookAround } from '../app/look-around.ts';
import type { Terminal } from '../platform/terminal.ts';
import { allCommands } from './declare/all.ts';
import { overview } from './output/overview.ts';
import { paintFor } from './output/style.ts';

export interface OverviewRequest {
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Where the user stands: the page names the next step there. */
  readonly folder: string;
}

export async function writeOverview({ args, terminal, folder }: OverviewRequest): Promise<void> {
  terminal.out(
    overview({
      commands: allCommands,
      all: args.includes('--all'),
      standing: await lookAround(folder),
      width: terminal.columns,
      paint: paintFor(terminal.colour),
    }),
  );
}

/** No command at all, or help on none. */
export function asksForOverview(args: readonly string[]): boolean {
  const words = args.filter((word) => !OVERVIEW_FLAGS.has(word));
  const asked = args.some((word) => word === '--help' || word === '-h' || word === 'help');
  return args.length === 0 || (words.length === 0 && asked);
}

const OVERVIEW_FLAGS = new Set([
  'help',
  '--help',
  '-h',
  '--all',
  '--json',
  '--no-color',
  '--verbose',
]);
