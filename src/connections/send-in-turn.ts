/** Sends those of several messages that are due, one after the other. What goes wrong with one keeps no other back. */
import type { Clock } from '../platform/clock.ts';
import type { Message } from '../words/message.ts';
import { isDue } from './messages/move-message.ts';
import { asItStands } from './own-claims.ts';
import type { Sender } from './send-message.ts';

export interface InTurn {
  readonly sender: Sender;
  readonly clock: Clock;
  /** From then on the others are left as they are. */
  readonly signal: AbortSignal;
  readonly onSending: (message: Message) => void;
}

export interface SentInTurn {
  /** All but those with a problem, as they are afterwards. */
  readonly messages: readonly Message[];
  /** What kept a record from being read or written. */
  readonly problems: readonly { readonly id: string; readonly thrown: unknown }[];
}

export async function sendInTurn(
  messages: readonly Message[],
  { sender, clock, signal, onSending }: InTurn,
): Promise<SentInTurn> {
  const after: Message[] = [];
  const problems: { id: string; thrown: unknown }[] = [];
  for (const stored of messages) {
    const at = clock.now().toISOString();
    const message = asItStands(stored, at);
    if (signal.aborted || !isDue(message, at)) after.push(message);
    else {
      onSending(message);
      try {
        const sent = await sender.send(message.id);
        after.push(sent.kind === 'gone' ? message : sent.message);
      } catch (thrown) {
        problems.push({ id: message.id, thrown });
      }
    }
  }
  return { messages: after, problems };
}
