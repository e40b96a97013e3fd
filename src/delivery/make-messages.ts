/**
 * Makes the messages of something that happened, once: whoever comes second, or after a crash in the middle, makes what is
 * missing and nothing twice.
 */
import type { Message } from '../domain/message.ts';
import type { MessageRequest } from '../domain/messages/message-request.ts';
import { planMessages } from '../domain/messages/plan-messages.ts';
import type { StepProbe } from '../domain/step-probe.ts';
import { sha256 } from '../platform/hash.ts';
import type { MessageStore, ToldStore } from '../store/message-ports.ts';
import type { Exclusively } from '../store/ports.ts';

export interface MakingParts {
  readonly messages: MessageStore;
  readonly told: ToldStore;
  /** The message lock. */
  readonly exclusively: Exclusively;
  readonly probe: StepProbe;
}

export type ToBeTold = Omit<MessageRequest, 'earlier' | 'hash'>;

/** Those that were made, or made longer; none where they were before, or where no rule asks for any. */
export async function makeMessages(
  parts: MakingParts,
  request: ToBeTold,
): Promise<readonly Message[]> {
  const { messages, told, exclusively, probe } = parts;
  const { key } = request.content;
  return exclusively(async () => {
    if (await told.has(key)) return [];
    const earlier = await messages.list();
    const planned = planMessages({ ...request, earlier, hash: sha256 });
    for (const { kind, message } of planned) {
      if (kind === 'new') await messages.create(message);
      else await messages.write(message);
      await probe('message/made');
    }
    await told.note(key);
    await probe('message/noted');
    return planned.map(({ message }) => message);
  });
}
