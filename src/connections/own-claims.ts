/**
 * Who is at a message that says `sending`. Of its own claims a process knows which still stand, whichever of its senders
 * made them: the daemon's rounds, the page and the inbox are one process.
 */
import type { SendResult } from '../connectors/channel.ts';
import { isAlive, ownIdentity } from '../platform/process-identity.ts';
import type { Message } from '../words/message.ts';
import { moveMessage } from './messages/move-message.ts';

/** By claim. `null`: it is being sent; an answer: it was, and that is not written yet. */
export const ownClaims = new Map<string, SendResult | null>();

/** By a process that lives, and that is still at it. */
export function isBeingSent({ state }: Pick<Message, 'state'>): boolean {
  if (state.kind !== 'sending' || state.by === undefined) return false;
  const own = ownIdentity();
  if (state.by.pid !== own.pid || state.by.startTime !== own.startTime) return isAlive(state.by);
  return state.claim !== undefined && ownClaims.has(state.claim);
}

/** One whose sender is gone is due again, whatever its record says. */
export function asItStands(message: Message, at: string): Message {
  return isBeingSent(message) ? message : moveMessage(message, { kind: 'lost', at });
}

/** The claim of this process whose answer is still to be written, if it is that. */
export function unwrittenClaim({ state }: Pick<Message, 'state'>): string | null {
  if (state.kind !== 'sending' || state.claim === undefined) return null;
  return (ownClaims.get(state.claim) ?? null) === null ? null : state.claim;
}
