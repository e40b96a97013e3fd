/** Asking a person before something counts. */
import type { Terminal } from '../platform/terminal.ts';

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
