/** What became of messages, for the runs that they tell of. Pure. */
import { failureOf } from './failure-of.ts';
import type { RunId } from './ids.ts';
import type { Message } from './message.ts';
import type { RunResult } from './run.ts';

/** `null`: it has no outcome yet, or it was dropped. */
export function outcomeOf({ state }: Pick<Message, 'state'>): 'sent' | 'failed' | null {
  switch (state.kind) {
    case 'sent':
      return 'sent';
    case 'given-up':
      return 'failed';
    case 'due':
    case 'held':
      return failureOf(state) === null ? null : 'failed';
    case 'sending':
    case 'dropped':
      return null;
  }
}

/** One failure makes the whole delivery failed: a recipient was not told. */
export function deliveryOf(outcomes: readonly ('sent' | 'failed' | null)[]): RunResult['delivery'] {
  if (outcomes.includes('failed')) return 'failed';
  return outcomes.includes('sent') ? 'sent' : 'none';
}

export function runsToldBy({ contents }: Pick<Message, 'contents'>): readonly RunId[] {
  return [...new Set(contents.flatMap(({ run }) => (run === null ? [] : [run.id])))];
}
