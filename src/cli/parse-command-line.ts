/** commander, told what the declarations say. Its errors become AppErrors, its help goes to the terminal. */
import { Command, CommanderError, Option } from 'commander';

import { packageVersion } from '../platform/package.ts';
import type { Terminal } from '../platform/terminal.ts';
import type { CommandDeclaration, CommandOptions } from './command.ts';
import { allCommands } from './declare/all.ts';
import { paintFor } from './output/style.ts';
import { usageError } from './usage-error.ts';

export type ParsedLine =
  /** Help or the version was asked for and has been written. */
  | { readonly kind: 'answered' }
  | {
      readonly kind: 'command';
      readonly declaration: CommandDeclaration;
      readonly words: readonly string[];
      readonly options: CommandOptions;
    };

/** Commands that the first help page leaves out. No verb has such a name. */
const LATER = new Set(allCommands.filter((one) => !one.first).map((one) => one.name));

export async function parseCommandLine(
  args: readonly string[],
  terminal: Terminal,
): Promise<ParsedLine> {
  const found: ParsedLine[] = [];
  const all = asksForAllHelp(args);
  const program = buildProgram({
    terminal,
    all,
    version: await packageVersion(),
    found: (line) => void found.push(line),
  });
  if (args.length === 0 || all) {
    program.outputHelp();
    return { kind: 'answered' };
  }
  try {
    program.parse(helpFirst(args), { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode !== 0) throw usageError(thrown, args);
  }
  return found[0] ?? { kind: 'answered' };
}

function asksForAllHelp(args: readonly string[]): boolean {
  return args.includes('--all') && (args[0] === 'help' || args[0] === '--help' || args[0] === '-h');
}

/** `help run` is `run --help`. */
function helpFirst(args: readonly string[]): string[] {
  return args[0] === 'help' ? [...args.slice(1), '--help'] : [...args];
}

interface ProgramRequest {
  readonly terminal: Terminal;
  readonly all: boolean;
  readonly version: string;
  found(line: ParsedLine): void;
}

function buildProgram({ terminal, all, version, found }: ProgramRequest): Command {
  const paint = paintFor(terminal.colour);
  const program = new Command('roundsman')
    .usage('<command> [options]')
    .description(
      'Runs routines with coding agents: each run works in a fresh worktree of its own and\n' +
        'leaves a report and a branch for you to review.',
    )
    .exitOverride()
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(terminal.columns, 100),
      getOutHasColors: () => terminal.colour,
    })
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: (of) => of.commands.filter((one) => all || !LATER.has(one.name())),
      styleTitle: (text) => paint('strong', text),
      styleCommandText: (text) => text,
    })
    .optionsGroup('Options of every command:');
  addGlobalOptions(program, version);
  for (const declaration of allCommands) {
    addCommand(program, declaration, found).helpGroup(`${declaration.group}:`);
  }
  const more = all ? '' : '\nroundsman help --all   every command\n';
  program.addHelpText('after', `${more}roundsman help <command>   one command, with examples`);
  return program;
}

function addGlobalOptions(program: Command, version: string): void {
  program
    .option('--json', 'one JSON document on stdout')
    .option('-C <folder>', 'as if called in that folder')
    .option('--verbose', 'more on errors: the stack')
    .option('--no-color', 'plain text, as with NO_COLOR=1')
    .version(version, '-V, --version', 'the version')
    .helpOption('-h, --help', 'help on the program or a command');
}

function addCommand(
  parent: Command,
  declaration: CommandDeclaration,
  found: (line: ParsedLine) => void,
): Command {
  const command = parent.command(declaration.name).summary(declaration.summary);
  const about = declaration.about === undefined ? '' : `\n\n${declaration.about}`;
  command.description(declaration.summary + about).helpCommand(false);
  command.optionsGroup('Options:');
  for (const word of declaration.words ?? []) command.argument(word.syntax, word.text);
  for (const given of declaration.options ?? []) {
    const option = new Option(given.flags, given.text);
    if (given.repeatable === true) {
      option.argParser((value: string, before: readonly string[] | undefined) => [
        ...(before ?? []),
        value,
      ]);
    }
    command.addOption(option);
  }
  for (const verb of declaration.verbs ?? []) addCommand(command, verb, found);
  const examples = declaration.examples.map((example) => `  ${example}`).join('\n');
  command.addHelpText('after', `\nExamples:\n${examples}`);
  command.action(() =>
    found({
      kind: 'command',
      declaration,
      words: command.args,
      options: readOptions(command.optsWithGlobals()),
    }),
  );
  return command;
}

function readOptions(values: Readonly<Record<string, unknown>>): CommandOptions {
  return {
    flag: (name) => values[name] === true,
    text: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : null;
    },
    list: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    },
  };
}
