import type { EndReason } from '../../words/agent-event.ts';
import { textAt } from '../stream/fields.ts';
import { reasonOfStatus, statusIn } from '../stream/refusal-words.ts';

export interface GeminiResult {
  readonly reason: EndReason;
  readonly message: string | null;
}

/** Of its last event. */
export function readResult(value: unknown): GeminiResult {
  if (textAt(value, 'status') === 'success') return { reason: 'success', message: null };
  const message = textAt(value, 'error', 'message') ?? 'no reason given';
  return { reason: reasonOf(textAt(value, 'error', 'type'), message), message };
}

function reasonOf(type: string | null, message: string): EndReason {
  switch (type) {
    case 'FatalTurnLimitedError':
      return 'turns';
    case 'FatalAuthenticationError':
      return 'unauthorized';
    case 'FatalCancellationError':
      return 'cancelled';
    case null:
    default:
      return message.startsWith('[API Error') ? reasonOfRefusal(message) : 'error';
  }
}

/** Of a 429 it tells the words and not the status, and adds advice of its own. */
function reasonOfRefusal(message: string): EndReason {
  const head = message.slice(0, 5_000);
  const code = /"code": ?(\d{3})\b/.exec(head)?.[1];
  const status = code === undefined ? statusIn(head) : Number(code);
  if (status !== null) return reasonOfStatus(status);
  return /quota|rate limit|try again later/i.test(head) ? 'limit' : 'error';
}
