/** Why a person decides as they do: from `--reason`; on a terminal it is asked for. */
import type { CommandCall } from './command.ts';
import { canAsk } from './confirm.ts';

/** Empty: nothing was said. At most once in a process, as it reads one line. */
export async function neededReason({
  options,
  terminal,
  json,
}: Pick<CommandCall, 'options' | 'terminal' | 'json'>): Promise<string> {
  const given = options.text('reason') ?? '';
  if (given.trim() !== '' || json || !canAsk(terminal)) return given;
  terminal.err('Why? Later runs and people read it: ');
  return (await terminal.answer()) ?? '';
}
