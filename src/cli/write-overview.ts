/** The first help page, and that of all commands. They need no commander, which is slow to load. */
import type { Terminal } from '../platform/terminal.ts';
import { lookAround } from '../runtime/setup/look-around.ts';
import { allCommands } from './declare/all.ts';
import { frontPage } from './output/front-page.ts';
import { overview } from './output/overview.ts';
import { paintFor } from './output/style.ts';

export interface OverviewRequest {
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Where the user stands: the page names the next step there. */
  readonly folder: string;
}

export async function writeOverview({ args, terminal, folder }: OverviewRequest): Promise<void> {
  const look = { width: terminal.columns, paint: paintFor(terminal.colour) };
  terminal.out(
    args.includes('--all')
      ? overview({ commands: allCommands, ...look })
      : frontPage({ standing: await lookAround(folder), ...look }),
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
