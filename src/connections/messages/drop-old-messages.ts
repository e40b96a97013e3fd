/** What was sent or dropped long ago goes; what was not sent stays, however old. */
import { channelOf } from '../../connectors/registry.ts';
import type { Message } from '../../words/message.ts';
import type { Workspace } from '../../workspace/contract.ts';

const KEPT_MS = 90 * 86_400_000;
/** Health checks only say how things are, often every few minutes. */
const PINGS_KEPT_MS = 7 * 86_400_000;
/** Marks of what was told outlive the messages: nothing is told again because its message is gone. */
const MARKS_KEPT_MS = 120 * 86_400_000;

export async function dropOldMessages(workspace: Workspace): Promise<void> {
  const { messages, told, clock, locks } = workspace;
  const now = clock.now().getTime();
  for (const { id } of (await messages.list()).filter((one) => isOld(one, now)))
    await locks.messages(async () => {
      const message = await messages.read(id);
      if (message !== null && isOld(message, now)) await messages.remove(id);
    });
  await told.drop(new Date(now - MARKS_KEPT_MS));
}

function isOld({ state, target }: Message, now: number): boolean {
  if (state.kind !== 'sent' && state.kind !== 'dropped') return false;
  const keptMs = channelOf(target)?.isHealthCheck === true ? PINGS_KEPT_MS : KEPT_MS;
  return Date.parse(state.at) < now - keptMs;
}
