/**
 * Sends one message, whoever else tries the same: its record says `sending` and by whom before the first byte leaves, and
 * what came of it after. One whose sender died is sent again with the same id: a target gets it at least once, and can
 * tell a second one by that.
 */
import type { Message } from '../domain/message.ts';
import { isDue, moveMessage, type SendAnswer } from '../domain/messages/move-message.ts';
import { isAlive, ownIdentity } from '../platform/process-identity.ts';
import type { MessageStore } from '../store/message-ports.ts';
import type { Exclusively } from '../store/ports.ts';
import type { SendSurroundings } from './contract.ts';
import { handOver } from './hand-over.ts';
import { CHANNELS, type Channels } from './registry.ts';

const LIMIT_MS = 60_000;

export interface SenderParts {
  readonly messages: MessageStore;
  /** The message lock. */
  readonly exclusively: Exclusively;
  readonly surroundings: SendSurroundings;
  /** Told of each that was sent, or given up, after its record; may be told again. */
  readonly onMoved?: (message: Message) => Promise<void>;
  /** Default: those that there are. */
  readonly channels?: Channels;
  /** For one message. Default: a minute. */
  readonly limitMs?: number;
}

export type Sending =
  /** As it is now: sent, due again later, or given up. */
  | { readonly kind: 'tried'; readonly message: Message }
  /** Nothing was done: it is not due, or somebody else is at it. */
  | { readonly kind: 'left'; readonly message: Message }
  | { readonly kind: 'gone' };

export interface Sender {
  /** Throws when the record cannot be written: then nothing was sent, or the next call writes what came of it. */
  send(id: string): Promise<Sending>;
}

/** One a process: what it is at, it tells from what an earlier process of the same pid left. */
export function openSender(parts: SenderParts): Sender {
  const underWay = new Set<string>();
  const unwritten = new Map<string, SendAnswer>();
  const send = async (id: string): Promise<Sending> => {
    const answer = unwritten.get(id);
    if (answer !== undefined) {
      const message = await settle(parts, id, answer);
      unwritten.delete(id);
      return message === null ? { kind: 'gone' } : { kind: 'tried', message };
    }
    const claim = await claimMessage(parts, id);
    if (claim.kind !== 'claimed') return claim;
    const { message, isRetry } = claim;
    await parts.surroundings.probe('message/claimed');
    const result = await handOver({
      message,
      isRetry,
      surroundings: parts.surroundings,
      channels: parts.channels ?? CHANNELS,
      limitMs: parts.limitMs ?? LIMIT_MS,
    });
    await parts.surroundings.probe('message/handed-over');
    unwritten.set(id, result);
    const settled = await settle(parts, id, result);
    unwritten.delete(id);
    return settled === null ? { kind: 'gone' } : { kind: 'tried', message: settled };
  };
  return {
    send: async (id) => {
      if (underWay.has(id)) {
        const message = await parts.messages.read(id);
        return message === null ? { kind: 'gone' } : { kind: 'left', message };
      }
      underWay.add(id);
      try {
        return await send(id);
      } finally {
        underWay.delete(id);
      }
    },
  };
}

type Claim =
  | { readonly kind: 'claimed'; readonly message: Message; readonly isRetry: boolean }
  | { readonly kind: 'left'; readonly message: Message }
  | { readonly kind: 'gone' };

function claimMessage(
  { messages, exclusively, surroundings }: SenderParts,
  id: string,
): Promise<Claim> {
  return exclusively(async () => {
    const stored = await messages.read(id);
    if (stored === null) return { kind: 'gone' };
    const at = surroundings.clock.now().toISOString();
    if (isBeingSent(stored)) return { kind: 'left', message: stored };
    const { timezone } = surroundings.workspace;
    const message = moveMessage(moveMessage(stored, { kind: 'lost', at }), {
      kind: 'wake',
      at,
      timezone,
    });
    if (!isDue(message, at)) {
      if (message !== stored) await messages.write(message);
      return { kind: 'left', message };
    }
    const claimed = moveMessage(message, { kind: 'claim', at, by: ownIdentity() });
    await messages.write(claimed);
    return { kind: 'claimed', message: claimed, isRetry: message.tries > 0 };
  });
}

/** By a process that lives. What stands there under our own name is not: whoever asks is not at it. */
function isBeingSent({ state }: Message): boolean {
  if (state.kind !== 'sending' || state.by === undefined) return false;
  const own = ownIdentity();
  const isOurs = state.by.pid === own.pid && state.by.startTime === own.startTime;
  return !isOurs && isAlive(state.by);
}

/** `null`: it was removed meanwhile. */
async function settle(
  { messages, exclusively, surroundings, onMoved }: SenderParts,
  id: string,
  answer: SendAnswer,
): Promise<Message | null> {
  const settled = await exclusively(async () => {
    const message = await messages.read(id);
    if (message === null) return null;
    const at = surroundings.clock.now().toISOString();
    const moved = moveMessage(message, { kind: 'answer', at, answer });
    if (moved !== message) await messages.write(moved);
    return moved;
  });
  await surroundings.probe('message/stored');
  if (settled !== null) await onMoved?.(settled);
  await surroundings.probe('message/counted');
  return settled;
}
