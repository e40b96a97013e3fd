/** Asking a person before something counts. */
import type { Terminal } from '../platform/terminal.ts';
import type { CommandCall } from './command.ts';

/** Whether a user can see the question and answer it. */
export function canAsk(terminal: Terminal): boolean {
  return terminal.inIsTerminal && terminal.errIsTerminal;
}

/** False for anything but yes. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  terminal.err(`${question} [y/N] `);
  const answer = await terminal.answer();
  return /^\s*y(es)?\s*$/i.test(answer ?? '');
}

/** The same, where an empty line is a yes too; what ended without an answer is a no. */
export async function confirmUsual(terminal: Terminal, question: string): Promise<boolean> {
  terminal.err(`${question} [Y/n] `);
  const answer = await terminal.answer();
  return answer !== null && /^\s*(y(es)?)?\s*$/i.test(answer);
}

// Asks for confirmation when a user is there to answer.

/** True without a question: with `--yes`, for a script, and when no user can answer. */
export async function agreed(call: CommandCall, question: string): Promise<boolean> {
  if (call.options.flag('yes') || call.json || !canAsk(call.terminal)) return true;
  if (await confirm(call.terminal, question)) return true;
  call.terminal.err('nothing was done\n');
  return false;
}

// Why a person decides as they do: from `--reason`; on a terminal it is asked for.

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
