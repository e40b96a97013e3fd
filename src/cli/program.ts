/** From the command line to a command and back to an exit code. */
import { resolve } from 'node:path';

import { systemClock } from '../platform/clock.ts';
import { type Environment, userName } from '../platform/environment.ts';
import { inspectPath, resolveLinks } from '../platform/files.ts';
import type { Terminal } from '../platform/terminal.ts';
import { lookAround } from '../runtime/setup/look-around.ts';
import { AppError, asAppError, exitCodeOf } from '../words/errors.ts';
import type { WarmSupervisor } from '../workspace/contract.ts';
import { noteCommand } from './audit-command.ts';
import type { CommandCall } from './command.ts';
import { allCommands } from './declare/all.ts';
import { nameRoutines } from './named-routines.ts';
import { frontPage, overview } from './output/help-pages.ts';
import { waitingLine } from './output/progress-writer.ts';
import { paintFor } from './output/style.ts';
import { withoutSecrets, writeError } from './output/write-error.ts';

const OVERVIEW_FLAGS = new Set([
  'help',
  '--help',
  '-h',
  '--all',
  '--json',
  '--no-color',
  '--verbose',
]);

export interface CommandLine {
  readonly args: readonly string[];
  readonly env: Environment;
  /** `null`: the one that the user stands in was removed. */
  readonly folder: string | null;
  readonly terminal: Terminal;
  /** Started ahead for a command that will need one. */
  readonly supervisor: WarmSupervisor | null;
}

/** Runs one command and gives the exit code; errors are written, never thrown. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const global = globalFlags(line.args);
  const plain = global.noColour ? { ...line.terminal, colour: false } : line.terminal;
  const terminal = withoutSecrets(plain, line.env);
  try {
    const { args } = line;
    const standing = line.folder ?? noFolder();
    if (asksForOverview(args)) {
      await writeOverview({ args, terminal, folder: standing });
      return 0;
    }
    const { parseCommandLine } = await import('./parse-command-line.ts');
    const parsed = await parseCommandLine({ args, terminal });
    if (parsed.kind === 'answered') return 0;
    const folder = await startFolder(standing, parsed.options.text('C'));
    const call: CommandCall = {
      terminal,
      env: line.env,
      actor: userName(line.env),
      clock: systemClock,
      folder,
      standing,
      json: global.json,
      words: parsed.words,
      options: parsed.options,
      supervisor: line.supervisor,
    };
    const { declaration } = parsed;
    const words = await nameRoutines(call, declaration);
    const command = await declaration.load();
    // A server of tools speaks to a program, also where a person started it.
    const waiting =
      declaration.name === 'mcp' ? null : waitingLine(terminal, systemClock, declaration.name);
    try {
      const ready = { ...call, terminal: waiting?.terminal ?? terminal, words };
      const exitCode = await command(ready);
      await noteCommand(ready, { declaration, exitCode });
      return exitCode;
    } finally {
      waiting?.close();
    }
  } catch (thrown) {
    const error = asAppError(thrown);
    writeError(terminal, error, global);
    return exitCodeOf(error.code);
  }
}

/** Read from the raw words: an error in the rest of the line must be written as asked all the same. */
function globalFlags(args: readonly string[]): {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly noColour: boolean;
} {
  const end = args.indexOf('--');
  const words = end === -1 ? args : args.slice(0, end);
  return {
    json: words.includes('--json'),
    verbose: words.includes('--verbose'),
    noColour: words.includes('--no-color'),
  };
}

function noFolder(): never {
  throw new AppError('missing', {
    code: 'folder-missing',
    message: 'the folder that you are in was removed',
    hint: 'Go to another folder: cd',
  });
}

async function startFolder(current: string, asked: string | null): Promise<string> {
  if (asked === null) return current;
  const folder = await resolveLinks(resolve(current, asked));
  const kind = folder === null ? null : (await inspectPath(folder))?.kind;
  if (folder !== null && kind === 'folder') return folder;
  throw new AppError('missing', {
    code: 'folder-missing',
    message: `-C ${asked}: ${kind === 'file' ? 'that is a file' : 'there is no such folder'}`,
    hint: 'Give the folder of a repository.',
  });
}

/** The first help page, and that of all commands. They need no commander, which is slow to load. */
interface OverviewRequest {
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Where the user stands: the page names the next step there. */
  readonly folder: string;
}

async function writeOverview({ args, terminal, folder }: OverviewRequest): Promise<void> {
  const look = { width: terminal.columns, paint: paintFor(terminal.colour) };
  terminal.out(
    args.includes('--all')
      ? overview({ commands: allCommands, ...look })
      : frontPage({ standing: await lookAround(folder), ...look }),
  );
}

/** No command at all, or help on none. */
function asksForOverview(args: readonly string[]): boolean {
  const words = args.filter((word) => !OVERVIEW_FLAGS.has(word));
  const asked = args.some((word) => word === '--help' || word === '-h' || word === 'help');
  return args.length === 0 || (words.length === 0 && asked);
}
