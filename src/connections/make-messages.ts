/**
 * Makes the messages about an event, once: a second call, or a call after a crash in the middle, makes only the missing
 * messages and no duplicates.
 */
import { sha256 } from '../platform/hash.ts';
import type { Exclusively } from '../store/ports.ts';
import type { MessageStore, ToldStore } from '../store/stores.ts';
import type { Message } from '../words/message.ts';
import type { StepProbe } from '../words/step-probe.ts';
import type { MessageRequest } from './messages/message-request.ts';
import { planMessages } from './messages/plan-messages.ts';

export interface MakingParts {
  readonly messages: MessageStore;
  readonly told: ToldStore;
  /** The message lock. */
  readonly exclusively: Exclusively;
  readonly probe: StepProbe;
}

export type ToBeTold = Omit<MessageRequest, 'earlier' | 'hash'>;

/** All that tell of it, also those that an earlier try made; `null`: it was told before. */
export async function makeMessages(
  parts: MakingParts,
  request: ToBeTold,
): Promise<readonly Message[] | null> {
  const { messages, told, exclusively, probe } = parts;
  const { key } = request.content;
  if (await told.has(key)) return null;
  // There may be many thousands: they are not read while others wait.
  const read = await messages.list();
  return exclusively(async () => {
    if (await told.has(key)) return null;
    const earlier = await readAgain(messages, read);
    const planned = planMessages({ ...request, earlier, hash: sha256 });
    for (const { kind, message } of planned) {
      if (kind === 'new') await messages.create(message);
      else await messages.replace(earlierOf(earlier, message), message);
      await probe('message/made');
    }
    await told.note(key);
    await probe('message/noted');
    const made = new Map(planned.map(({ message }) => [message.id, message]));
    const before = earlier.filter(({ id, contents }) => !made.has(id) && tells(contents, key));
    return [...before, ...made.values()];
  });
}

function earlierOf(earlier: readonly Message[], { id }: Message): Message {
  const found = earlier.find((message) => message.id === id);
  if (found === undefined) throw new TypeError(`the message ${id} is new`);
  return found;
}

/** As they are now. What is over is what it was. */
async function readAgain(
  messages: MessageStore,
  read: readonly Message[],
): Promise<readonly Message[]> {
  const over = new Map(read.filter(isOver).map((message) => [message.id, message]));
  const now: Message[] = [];
  for (const id of await messages.listIds()) {
    const message = over.get(id) ?? (await messages.read(id));
    if (message !== null) now.push(message);
  }
  return now;
}

function isOver({ state }: Message): boolean {
  return state.kind === 'sent' || state.kind === 'dropped';
}

function tells(contents: Message['contents'], key: string): boolean {
  return contents.some((content) => content.key === key);
}
