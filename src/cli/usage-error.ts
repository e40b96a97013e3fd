import type { CommanderError } from 'commander';

import type { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { CommandDeclaration } from './command.ts';
import { allCommands } from './declare/all.ts';
import { commandAt, unknownCommand } from './expand-words.ts';
import { usageFailure } from './usage-failure.ts';

/** A fault on the command line, with the nearest right word where commander knows one. */
export function usageError(thrown: CommanderError, args: readonly string[]): AppError {
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
  const name = command?.name ?? '';
  if (thrown.code === 'commander.excessArguments' && Object.hasOwn(NAMES_NOTHING, name)) {
    return usageFailure(`\`roundsman ${name}\` takes no name`, NAMES_NOTHING[name] ?? '');
  }
  const verbs = command?.verbs ?? [];
  if (thrown.code === 'commander.excessArguments' && named.length === 1 && verbs.length > 0) {
    const verb = args[args.indexOf(command?.name ?? '') + 1] ?? '';
    return usageFailure(
      `\`roundsman ${command?.name ?? ''}\` has no verb "${oneLine(verb, 60)}"`,
      `There are: ${verbs.map((one) => one.name).join(', ')}.`,
    );
  }
  const help = ['help', ...named.map(({ name }) => name)].join(' ');
  const plain = command === undefined ? 'See `roundsman --help`.' : `See \`roundsman ${help}\`.`;
  if (suggestion !== undefined) return usageFailure(first, `Did you mean ${suggestion}? ${plain}`);
  const [example] = named.at(-1)?.examples ?? [];
  return usageFailure(
    first,
    example === undefined ? plain : `For example: ${example} (more: roundsman ${help})`,
  );
}

/** They are of the daemon; a name is meant for another command. */
const NAMES_NOTHING: Readonly<Record<string, string>> = {
  start: 'It starts the daemon. Run one routine now: roundsman run <routine>',
  stop: 'It stops the daemon. Stop a run: roundsman cancel <run>   Stop a schedule: roundsman pause <routine>',
};

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
