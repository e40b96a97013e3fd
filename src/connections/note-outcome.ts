/** Keeps with the runs of a message what became of it; what is missed after a crash is made up for by the daemon. */
import { noteDeliveries } from '../store/files/file-deliveries.ts';
import type { Exclusively } from '../store/ports.ts';
import type { Message } from '../words/message.ts';

export function noteOutcome(
  stateDir: string,
  exclusively: Exclusively,
): (message: Message) => Promise<void> {
  return (message) => exclusively(() => noteDeliveries(stateDir, [message]));
}
