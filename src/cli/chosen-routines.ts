import { AppError } from '../words/errors.ts';
import type { CommandCall } from './command.ts';

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
