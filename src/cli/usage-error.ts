import type { CommanderError } from 'commander';

import { AppError } from '../domain/errors.ts';
import { allCommands } from './declare/all.ts';

/** A fault on the command line, with the nearest right word where commander knows one. */
export function usageError(thrown: CommanderError, args: readonly string[]): AppError {
  const [first = '', ...rest] = thrown.message.replace(/^error: /, '').split('\n');
  const suggestion = /\(Did you mean (.+)\?\)/.exec(rest.join(' '))?.[1];
  if (thrown.code === 'commander.help') {
    return failure('no command was given', 'See `roundsman --help`.');
  }
  const named = allCommands.find((command) => args.includes(command.name));
  const verbs = named?.verbs ?? [];
  if (thrown.code === 'commander.excessArguments' && named !== undefined && verbs.length > 0) {
    const verb = args[args.indexOf(named.name) + 1] ?? '';
    return failure(
      `\`roundsman ${named.name}\` has no verb "${verb}"`,
      `There are: ${verbs.map((one) => one.name).join(', ')}.`,
    );
  }
  const help = named === undefined ? 'roundsman --help' : `roundsman help ${named.name}`;
  return failure(
    first,
    suggestion === undefined ? `See \`${help}\`.` : `Did you mean ${suggestion}? See \`${help}\`.`,
  );
}

function failure(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
