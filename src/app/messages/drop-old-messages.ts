/** What was sent or dropped long ago goes; what was not sent stays, however old. */
import type { Message } from '../../domain/message.ts';
import { messageLock } from '../../store/files/message-lock.ts';
import type { Workspace } from '../contract.ts';

const KEPT_MS = 90 * 86_400_000;
/** Marks of what was told outlive the messages: nothing is told anew because its message is gone. */
const MARKS_KEPT_MS = 120 * 86_400_000;

export async function dropOldMessages(workspace: Workspace): Promise<void> {
  const { messages, told, clock, location } = workspace;
  const now = clock.now().getTime();
  const before = new Date(now - KEPT_MS).toISOString();
  const exclusively = messageLock(location.stateDir, clock);
  for (const { id } of (await messages.list()).filter((one) => isOver(one, before)))
    await exclusively(async () => {
      const message = await messages.read(id);
      if (message !== null && isOver(message, before)) await messages.remove(id);
    });
  await told.drop(new Date(now - MARKS_KEPT_MS));
}

function isOver({ state }: Message, before: string): boolean {
  return (state.kind === 'sent' || state.kind === 'dropped') && state.at < before;
}
