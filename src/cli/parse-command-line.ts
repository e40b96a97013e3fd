/** commander, told what the declarations say. Its errors become AppErrors, its help goes to the terminal. */
import { Command, CommanderError, Option } from 'commander';

import { packageVersion } from '../platform/package.ts';
import type { Terminal } from '../platform/terminal.ts';
import type { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { CommandDeclaration, CommandOptions } from './command.ts';
import { allCommands } from './declare/all.ts';
import { expandWords, type Expanded, commandAt, unknownCommand, withName } from './expand-words.ts';
import { paintFor } from './output/style.ts';
import { wrapWords } from './output/text-width.ts';
import { OPTION_GUIDES } from './typed-words.ts';
import { usageFailure } from './usage-failure.ts';

export type ParsedLine =
  /** Help or the version was asked for and has been written. */
  | { readonly kind: 'answered' }
  | {
      readonly kind: 'command';
      readonly declaration: CommandDeclaration;
      readonly words: readonly string[];
      readonly options: CommandOptions;
    };

export interface ParseRequest {
  readonly args: readonly string[];
  readonly terminal: Terminal;
}

/** In git these tell what people did. */
const HISTORIES: ReadonlySet<string> = new Set(['history', 'log']);

export async function parseCommandLine({
  args: typed,
  terminal,
}: ParseRequest): Promise<ParsedLine> {
  const found: ParsedLine[] = [];
  const expanded = expandWords(typed, allCommands);
  if (expanded.kind === 'guide') return guide(expanded, typed, terminal);
  const args = expanded.kind === 'alias' ? expanded.args : typed;
  if (expanded.kind === 'alias' && terminal.errIsTerminal && !typed.includes('--json')) {
    const also = HISTORIES.has(typed[commandAt(typed)] ?? '')
      ? '; who decided what: roundsman undo --list'
      : '';
    terminal.err(`note: this is \`roundsman ${expanded.instead}\`${also}\n`);
  }
  const program = buildProgram({
    terminal,
    declarations: declarationsFor(args),
    version: packageVersion(),
    found: (line) => void found.push(line),
  });
  try {
    program.parse(helpFirst(withProgram(args)), { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode !== 0) throw usageError(thrown, args);
  }
  return found[0] ?? { kind: 'answered' };
}

/** `new NAME -- program …`: words after the dashes are a program, which no engine but `command` takes. */
function withProgram(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--');
  if (at < 0 || args[commandAt(args)] !== 'new') return args;
  if (args.slice(0, at).some((one) => one.startsWith('--engine'))) return args;
  return [...args.slice(0, at), '--engine', 'command', ...args.slice(at)];
}

const EVERYWHERE = 'Every command also takes --json, -C <folder>, --verbose and --no-color.';

/** Help on such a word is an answer; as a command it is an error with the same hint. */
function guide(
  { word, text }: Expanded & { kind: 'guide' },
  args: readonly string[],
  terminal: Terminal,
): ParsedLine {
  if (!args.some((one) => HELP_WORDS.has(one))) {
    throw usageFailure(`there is no command '${word}'`, text);
  }
  terminal.out(`${wrapWords(text, Math.min(terminal.columns, 100)).join('\n')}\n`);
  return { kind: 'answered' };
}

const HELP_WORDS = new Set(['help', '--help', '-h']);

/** `help run` is `run --help`. Help on what is not a command is not asked for: then that is said instead. */
function helpFirst(args: readonly string[]): string[] {
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : [...args];
  const [first = ''] = words;
  const known = first.startsWith('-') || allCommands.some(({ name }) => name === first);
  return known ? words : words.filter((word) => word !== '--help' && word !== '-h');
}

/** To tell commander of every command costs more than the rest of the line: of all only where an error may name them. */
function declarationsFor(args: readonly string[]): readonly CommandDeclaration[] {
  const [first] = helpFirst(args);
  const asked = allCommands.filter(({ name }) => name === first);
  return asked.length > 0 ? asked : allCommands;
}

interface ProgramRequest {
  readonly terminal: Terminal;
  readonly declarations: readonly CommandDeclaration[];
  readonly version: string;
  readonly found: (line: ParsedLine) => void;
}

function buildProgram({ terminal, declarations, version, found }: ProgramRequest): Command {
  const paint = paintFor(terminal.colour);
  const program = new Command('roundsman')
    .exitOverride()
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(terminal.columns, 100),
      getOutHasColors: () => terminal.colour,
    })
    .configureHelp({ styleTitle: (text) => paint('strong', text) });
  addGlobalOptions(program, version);
  for (const declaration of declarations) addCommand(program, declaration, found);
  return program;
}

function addGlobalOptions(program: Command, version: string): void {
  program
    .option('--json')
    .option('-C <folder>')
    .option('--verbose')
    .option('--no-color')
    .version(version, '-V, --version')
    .helpOption('-h, --help', 'this help');
}

function addCommand(
  parent: Command,
  declaration: CommandDeclaration,
  found: (line: ParsedLine) => void,
): Command {
  const command = parent.command(declaration.name).summary(declaration.summary);
  const about = declaration.about === undefined ? '' : `\n\n${declaration.about}`;
  command.description(`${declaration.summary}.${about}`).helpCommand(false);
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
  command.addHelpText('after', ({ command: shown }) => {
    const width = shown.configureOutput().getOutHelpWidth?.() ?? 80;
    return `\n${wrapWords(EVERYWHERE, width).join('\n')}\n\nExamples:\n${examples}`;
  });
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

/** A fault on the command line, with the nearest right word where commander knows one. */
function usageError(thrown: CommanderError, args: readonly string[]): AppError {
  const [first = '', ...rest] = thrown.message.replace(/^error: /, '').split('\n');
  const suggestion = /\(Did you mean (.+)\?\)/.exec(rest.join(' '))?.[1];
  if (thrown.code === 'commander.help') {
    return usageFailure('no command was given', 'See `roundsman --help`.');
  }
  const named = namedIn(args);
  const [command] = named;
  if (thrown.code === 'commander.unknownCommand' && command === undefined) {
    const word = args[commandAt(args)] ?? '';
    return unknownCommand({ word, nearest: suggestion ?? null }, allCommands);
  }
  const verbs = command?.verbs ?? [];
  if (thrown.code === 'commander.excessArguments' && named.length === 1 && verbs.length > 0) {
    const verb = args[args.indexOf(command?.name ?? '') + 1] ?? '';
    return usageFailure(
      `\`roundsman ${command?.name ?? ''}\` has no verb "${oneLine(verb, 60)}"`,
      `There are: ${verbs.map((one) => one.name).join(', ')}.`,
    );
  }
  if (thrown.code === 'commander.excessArguments' && command?.name === 'config')
    return usageFailure(
      'config shows what counts, and changes nothing',
      'Change roundsman.yaml: roundsman edit --set KEY=VALUE   One routine: roundsman edit ROUTINE --set KEY=VALUE',
    );
  const tried = /unknown option '([^'=]+)/.exec(first)?.[1];
  const instead = `${command?.name ?? ''} ${tried ?? ''}`;
  if (Object.hasOwn(OPTION_GUIDES, instead))
    return usageFailure(first, withName(OPTION_GUIDES[instead] ?? '', args[commandAt(args) + 1]));
  const help = ['help', ...named.map(({ name }) => name)].join(' ');
  const plain = command === undefined ? 'See `roundsman --help`.' : `See \`roundsman ${help}\`.`;
  if (suggestion !== undefined) return usageFailure(first, `Did you mean ${suggestion}? ${plain}`);
  const [example] = named.at(-1)?.examples ?? [];
  return usageFailure(
    first,
    example === undefined ? plain : `For example: ${example} (more: roundsman ${help})`,
  );
}

/** The command and its verb, as far as the line names them. */
function namedIn(args: readonly string[]): readonly CommandDeclaration[] {
  // The first word that is one: `show` of `review show` is a verb there.
  const word = args.find((one) => allCommands.some(({ name }) => name === one));
  const command = allCommands.find(({ name }) => name === word);
  if (command === undefined) return [];
  const next = args[args.indexOf(command.name) + 1];
  const verb = command.verbs?.find(({ name }) => name === next);
  return verb === undefined ? [command] : [command, verb];
}
