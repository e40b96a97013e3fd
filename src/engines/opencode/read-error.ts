import type { EndReason } from '../../words/agent-event.ts';
import { countAt, textAt } from '../stream/fields.ts';
import { reasonOfStatus, statusIn } from '../stream/refusal-words.ts';

export interface OpencodeError {
  readonly reason: EndReason;
  readonly message: string;
}

/** Of an `error` event: `{name, data: {message, statusCode}}`. */
export function readError(error: unknown): OpencodeError {
  const name = textAt(error, 'name');
  const message =
    textAt(error, 'data', 'message') ?? textAt(error, 'message') ?? name ?? 'no reason given';
  if (name === 'ProviderAuthError') return { reason: 'unauthorized', message };
  if (name === 'MessageAbortedError') return { reason: 'cancelled', message };
  return {
    reason: reasonOfStatus(countAt(error, 'data', 'statusCode') ?? statusIn(message)),
    message,
  };
}
