/** How a process of Claude Code ended, from its last `result` line. */
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import { numberField, textField, type Fields } from '../stream-fields.ts';

type End = Extract<AgentEvent, { readonly kind: 'end' }>;

/** `lastText`: the last thing the model said, for results that carry no words of it. */
export function endOfResult(result: Fields, lastText: string | null): End {
  const reason = reasonOf(result);
  if (reason === 'success')
    return {
      kind: 'end',
      reason,
      message: null,
      finalText: textField(result, 'result') ?? lastText,
    };
  const message = reason === 'cancelled' ? 'it was interrupted' : messageOf(result);
  return { kind: 'end', reason, message, finalText: lastText };
}

function reasonOf(result: Fields): EndReason {
  switch (result['subtype']) {
    case 'success':
      return result['is_error'] === false ? 'success' : reasonOfError(result);
    case 'error_max_turns':
      return 'turns';
    case 'error_max_budget_usd':
      return 'budget';
    default:
      return isAborted(result) ? 'cancelled' : reasonOfError(result);
  }
}

function reasonOfError(result: Fields): EndReason {
  switch (numberField(result, 'api_error_status')) {
    case 401:
    case 403:
      return 'unauthorized';
    case 429:
    case 529:
      return 'limit';
    case null:
      return reasonInWords(textField(result, 'result') ?? '');
    default:
      return 'error';
  }
}

/** What it finds out without asking its model's side has words only. */
function reasonInWords(words: string): EndReason {
  if (/please run \/login|invalid api key|oauth token/i.test(words)) return 'unauthorized';
  return /usage limit reached|hit your (?:\w+ )?limit/i.test(words) ? 'limit' : 'error';
}

/** Somebody interrupted it: `aborted_tools`, `aborted_streaming`. */
function isAborted(result: Fields): boolean {
  return textField(result, 'terminal_reason')?.startsWith('aborted') === true;
}

function messageOf(result: Fields): string | null {
  const errors = Array.isArray(result['errors'])
    ? result['errors'].filter((each) => typeof each === 'string')
    : [];
  const words = errors.length > 0 ? errors.join('; ') : textField(result, 'result');
  return words ?? textField(result, 'subtype');
}
