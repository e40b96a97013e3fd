import type { EndReason } from '../../words/agent-event.ts';
import type { Usage } from '../../words/usage.ts';
import { countAt, listAt, textAt } from '../stream/fields.ts';
import { reasonOfStatus, statusIn } from '../stream/refusal-words.ts';

/** One message of the model. */
export interface PiAnswer {
  readonly model: string | null;
  readonly text: string;
  readonly stopReason: string | null;
  readonly error: string | null;
  /** `null` when nothing was used: it never came. */
  readonly usage: Usage | null;
}

/** `null` when it is not the model's. */
export function readAnswer(message: unknown): PiAnswer | null {
  if (textAt(message, 'role') !== 'assistant') return null;
  return {
    model: textAt(message, 'model'),
    text: textOf(message),
    stopReason: textAt(message, 'stopReason'),
    error: textAt(message, 'errorMessage'),
    usage: usageOf(message),
  };
}

/** What it means that this was its last one. */
export function endOfAnswer({ stopReason, error }: PiAnswer): {
  readonly reason: EndReason;
  readonly message: string | null;
} {
  switch (stopReason) {
    case 'stop':
      return { reason: 'success', message: null };
    case 'aborted':
      return { reason: 'cancelled', message: error };
    case 'length':
      return { reason: 'error', message: 'its last answer was cut short' };
    case 'error': {
      const message = error ?? 'no reason given';
      return { reason: reasonOfStatus(statusIn(message)), message };
    }
    case null:
    default:
      return { reason: 'crashed', message: error };
  }
}

function textOf(message: unknown): string {
  return listAt(message, 'content')
    .filter((part) => textAt(part, 'type') === 'text')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');
}

function usageOf(message: unknown): Usage | null {
  const input = countAt(message, 'usage', 'input');
  const outputTokens = countAt(message, 'usage', 'output');
  if (input === null || outputTokens === null) return null;
  const cachedTokens = countAt(message, 'usage', 'cacheRead') ?? 0;
  const inputTokens = input + cachedTokens + (countAt(message, 'usage', 'cacheWrite') ?? 0);
  if (inputTokens + outputTokens === 0) return null;
  const cost = countAt(message, 'usage', 'cost', 'total');
  // A model without a price costs 0 by its word, which is to say that it does not know.
  return { inputTokens, cachedTokens, outputTokens, costUsd: cost === 0 ? null : cost };
}
