import type { EndReason } from '../../words/agent-event.ts';
import { textAt, valueAt } from '../stream/fields.ts';
import { reasonOfStatus, statusIn } from '../stream/refusal-words.ts';

export interface QwenEnd {
  readonly reason: EndReason;
  readonly message: string | null;
  readonly finalText: string | null;
}

/** What a `result` says. A refusal of the model's side is told in the words of the error alone, and as if the model had said it. */
export function endOfResult(value: unknown, lastText: string | null): QwenEnd {
  const subtype = textAt(value, 'subtype');
  const failed = valueAt(value, 'is_error') !== false || subtype !== 'success';
  if (!failed) {
    return { reason: 'success', message: null, finalText: textAt(value, 'result') ?? lastText };
  }
  const message = textAt(value, 'error', 'message') ?? subtype ?? 'no reason given';
  return {
    reason: reasonOfFailure(subtype, message),
    message,
    finalText: lastText === message ? null : lastText,
  };
}

function reasonOfFailure(subtype: string | null, message: string): EndReason {
  if (subtype === 'error_max_turns') return 'turns';
  if (subtype === 'error_max_budget_usd') return 'budget';
  return message.includes('API Error') ? reasonOfStatus(statusIn(message)) : 'error';
}
