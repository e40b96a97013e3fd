import { AppError } from '../words/errors.ts';
import type { CommandCall } from './command.ts';
import { usageFailure } from './usage-failure.ts';

/** Throws `usage` when nothing was named and not all is meant either. */
export function requireNamedOrAll(
  { words, options }: Pick<CommandCall, 'words' | 'options'>,
  { noun, example }: { readonly noun: string; readonly example: string },
): void {
  if (words.length > 0 || options.flag('all')) return;
  const [command = ''] = example.split(' ');
  throw usageFailure(
    `which ${noun}?`,
    `For example: roundsman ${example}   Or all that wait: roundsman ${command} --all`,
  );
}

/** As `chosenRoutines`, where nothing is lost if all are meant by naming none. */
export function namedRoutines(call: CommandCall, command: string): readonly string[] | null {
  return call.words.length === 0 ? null : chosenRoutines(call, command);
}

/** The routines that were named, or `null` for `--all`; one of the two is needed, and not both. */
export function chosenRoutines(call: CommandCall, command: string): readonly string[] | null {
  const all = call.options.flag('all');
  if (all !== call.words.length > 0) return all ? null : call.words;
  throw new AppError('usage', {
    code: 'usage',
    message: all ? 'give either routines or --all' : 'which routine?',
    hint: `For example: roundsman ${command} todo-sweep. For all of them add --all`,
  });
}
