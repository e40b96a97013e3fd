/** Why a person decides as they do: from `--reason`; on a terminal it is asked for. */
import type { CommandCall } from './command.ts';
import { canAsk } from './confirm.ts';

/** Empty: nothing was said. Asks at most once in a process. */
export async function neededReason(call: CommandCall): Promise<string> {
  const { options, terminal, json } = call;
  const given = options.text('reason') ?? '';
  if (given.trim() !== '' || json || !canAsk(terminal)) return given;
  terminal.err('Why? Later runs and people read it: ');
  return (await terminal.answer()) ?? '';
}
