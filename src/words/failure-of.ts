/** Why the last try of a message was none. Pure. */
import type { MessageState } from './message.ts';

/** `null`: there was none, or it was sent. Of one that is held it stays: quiet hours make no failure good. */
export function failureOf(state: MessageState): string | null {
  switch (state.kind) {
    case 'due':
    case 'given-up':
      return state.failure;
    case 'held':
      return state.failure ?? null;
    case 'sending':
    case 'sent':
    case 'dropped':
      return null;
  }
}
