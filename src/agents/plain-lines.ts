/** Reading a program that knows no protocol: what it prints is text, and how it ended is all that counts. */
import type { AgentEvent } from '../domain/agent-event.ts';
import { assertNever } from '../domain/errors.ts';
import type { AgentExit } from '../domain/run.ts';
import { oneLine } from '../domain/text.ts';

/** Longer lines are cut: nobody reads them, and they must not cost memory twice. */
const MAX_LINE = 2_000;

/** One `text` for each line that is not blank, then the `end` that the exit tells. */
export function* interpretPlainLines(
  lines: Iterable<string>,
  exit: AgentExit,
): Iterable<AgentEvent> {
  for (const line of lines) {
    const text = oneLine(line.slice(0, MAX_LINE * 4), MAX_LINE);
    if (text !== '') yield { kind: 'text', text };
  }
  yield endOf(exit);
}

/** The `end` of a program whose exit is the only evidence. */
export function endOf(exit: AgentExit): AgentEvent {
  switch (exit.cause) {
    case 'exited':
      if (exit.exitCode === 0) return { kind: 'end', reason: 'success', message: null };
      return { kind: 'end', reason: 'error', message: `exit code ${exit.exitCode ?? 'unknown'}` };
    case 'signalled':
      return { kind: 'end', reason: 'crashed', message: `ended by ${exit.signal ?? 'a signal'}` };
    case 'timed-out':
      return { kind: 'end', reason: 'timed-out', message: exit.message };
    case 'silent':
      return { kind: 'end', reason: 'silent', message: exit.message };
    case 'disk-full':
      return { kind: 'end', reason: 'error', message: exit.message ?? 'the disk was full' };
    case 'cancelled':
      return { kind: 'end', reason: 'cancelled', message: exit.message };
    case 'not-started':
      return { kind: 'end', reason: 'error', message: exit.message ?? 'it could not be started' };
    case 'lost':
      return { kind: 'end', reason: 'crashed', message: exit.message ?? 'nobody saw it end' };
    default:
      return assertNever(exit.cause);
  }
}
