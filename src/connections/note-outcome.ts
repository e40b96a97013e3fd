/** Keeps with the runs of a message what became of it; what is missed after a crash is made up for by the daemon. */
import type { Stores } from '../store/stores.ts';
import type { Message } from '../words/message.ts';

export function noteOutcome({
  deliveries,
  locks,
}: Pick<Stores, 'deliveries' | 'locks'>): (message: Message) => Promise<void> {
  return (message) => locks.messages(() => deliveries.note([message]));
}
