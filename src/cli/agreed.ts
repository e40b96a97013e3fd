/** Asks for confirmation when a user is there to answer. */
import type { CommandCall } from './command.ts';
import { canAsk, confirm } from './confirm.ts';

/** True without a question: with `--yes`, for a script, and when no user can answer. */
export async function agreed(call: CommandCall, question: string): Promise<boolean> {
  if (call.options.flag('yes') || call.json || !canAsk(call.terminal)) return true;
  if (await confirm(call.terminal, question)) return true;
  call.terminal.err('nothing was done\n');
  return false;
}
