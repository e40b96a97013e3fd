import type { EndReason } from '../../../words/agent-event.ts';
import { oneLine } from '../../../words/text.ts';
import { countAt, textAt, valueAt } from '../../stream-fields.ts';
import { reasonOfStatus, statusIn } from '../../stream/refusal-words.ts';

export interface AcpEnd {
  readonly reason: EndReason;
  readonly message: string | null;
}

/** By the reason why it stopped; one that is unknown is not a success. */
export function endOfAnswer(result: unknown): AcpEnd {
  const stopReason = textAt(result, 'stopReason') ?? '';
  switch (stopReason) {
    case 'end_turn':
      return { reason: 'success', message: null };
    case 'cancelled':
      return { reason: 'cancelled', message: null };
    case 'max_turn_requests':
      return { reason: 'turns', message: 'it used up the requests of one turn' };
    case 'max_tokens':
      return { reason: 'error', message: 'its answer was cut: it used up the tokens of one turn' };
    case 'refusal':
      return { reason: 'error', message: 'the model refused to continue' };
    default:
      return {
        reason: 'error',
        message: `it stopped for a reason that is not known: ${oneLine(stopReason, 80)}`,
      };
  }
}

/** The protocol's own code for "log in first". */
const AUTH_REQUIRED = -32_000;

export function endOfError(error: unknown): AcpEnd {
  const told = textAt(error, 'message') ?? (error instanceof Error ? error.message : '');
  const details = textAt(error, 'data', 'details') ?? textAt(error, 'data', 'message');
  const message = oneLine(
    [
      told === '' ? 'it failed, and does not say why' : told,
      ...(details === null ? [] : [details]),
    ].join(': '),
    500,
  );
  return { reason: reasonOf(error, message), message };
}

function reasonOf(error: unknown, message: string): EndReason {
  if (valueAt(error, 'code') === AUTH_REQUIRED) return 'unauthorized';
  switch (textAt(error, 'data', 'errorKind') ?? '') {
    case 'rate_limit':
    case 'overloaded':
      return 'limit';
    case 'authentication_failed':
    case 'authentication':
      return 'unauthorized';
    default:
      return reasonOfStatus(countAt(error, 'data', 'status') ?? statusIn(message));
  }
}
