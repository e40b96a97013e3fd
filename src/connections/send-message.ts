/**
 * Sends one message, even when other processes try the same: its record says `sending` and the sender before the first byte
 * leaves, and the outcome afterwards. A message whose sender died is sent again with the same id: a target gets it at least
 * once, and recognizes a duplicate by the id.
 */
import {
  type Channel,
  type SendSurroundings,
  type SendRequest,
  type SendResult,
  resultOfThrown,
} from '../connectors/channel.ts';
import { channelRoles } from '../connectors/registry.ts';
import { newUuid } from '../platform/ids.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import type { Exclusively } from '../store/ports.ts';
import type { MessageStore, Stores } from '../store/stores.ts';
import { AppError } from '../words/errors.ts';
import type { Message } from '../words/message.ts';
import type { NotifyTarget } from '../words/notify.ts';
import { oneLine } from '../words/text.ts';
import {
  isDue,
  moveMessage,
  asItStands,
  isBeingSent,
  ownClaims,
  unwrittenClaim,
} from './messages/move-message.ts';

const LONGEST = 600;

/** For a channel that does not end at the signal. */
const GRACE_MS = 5_000;

const LIMIT_MS = 60_000;

/** What could not be written. */
const WRITE_AGAIN_MS = 1_000;

/** For a process that ends soon: no other process can write the outcome for it, and the message would be sent again. */
export const PATIENT_WRITE_MS = 30_000;

/** From a kind of target to how its channel is loaded. */
export type Channels = Readonly<Partial<Record<NotifyTarget['kind'], () => Promise<Channel>>>>;

/** Those that there are. */
export function ownChannels(): Channels {
  return Object.fromEntries(channelRoles().map((one) => [one.kind, async () => one.load()]));
}

export interface SenderParts {
  readonly messages: MessageStore;
  /** The message lock. */
  readonly exclusively: Exclusively;
  readonly surroundings: SendSurroundings;
  /** Told of each that was sent, or given up, after its record; may be told again. */
  readonly onMoved?: (message: Message) => Promise<void>;
  /** Default: `ownChannels`. */
  readonly channels?: Channels;
  /** For one message. Default: a minute. */
  readonly limitMs?: number;
  /** So long it is tried to write what came of one. Default: once; then the next call of this process does. */
  readonly writeForMs?: number;
}

export type Sending =
  /** As it is now: sent, due again later, or given up. */
  | { readonly kind: 'tried'; readonly message: Message }
  /** Nothing was done: it is not due, or another process is sending it. */
  | { readonly kind: 'left'; readonly message: Message }
  | { readonly kind: 'gone' };

export interface Sender {
  /** Throws when the record cannot be written: then nothing was sent, or the next call writes what came of it. */
  send(id: string): Promise<Sending>;
}

export function openSender(parts: SenderParts): Sender {
  return {
    send: async (id) => {
      const claim = newUuid();
      ownClaims.set(claim, null);
      try {
        return await send(parts, id, claim);
      } finally {
        // An answer that could not be written stays: the next call that finds the claim writes it.
        if (ownClaims.get(claim) === null) ownClaims.delete(claim);
      }
    },
  };
}

async function send(parts: SenderParts, id: string, claim: string): Promise<Sending> {
  const got = await claimMessage(parts, id, claim);
  if (got.kind === 'answered') return settle(parts, id, got.claim);
  if (got.kind !== 'claimed') return got;
  const { message } = got;
  await parts.surroundings.probe('message/claimed');
  const answer = await handOver({
    message,
    surroundings: parts.surroundings,
    channels: parts.channels ?? ownChannels(),
    limitMs: parts.limitMs ?? LIMIT_MS,
  });
  await parts.surroundings.probe('message/handed-over');
  ownClaims.set(claim, answer);
  return settle(parts, id, claim);
}

type Claim =
  | { readonly kind: 'claimed'; readonly message: Message }
  /** By this process, under that claim, and what came of it is to be written. */
  | { readonly kind: 'answered'; readonly claim: string }
  | { readonly kind: 'left'; readonly message: Message }
  | { readonly kind: 'gone' };

function claimMessage(
  { messages, exclusively, surroundings }: SenderParts,
  id: string,
  claim: string,
): Promise<Claim> {
  return exclusively(async () => {
    const stored = await messages.read(id);
    if (stored === null) return { kind: 'gone' };
    const unwritten = unwrittenClaim(stored);
    if (unwritten !== null) return { kind: 'answered', claim: unwritten };
    const at = surroundings.clock.now().toISOString();
    if (isBeingSent(stored)) return { kind: 'left', message: stored };
    const { timezone } = surroundings.workspace;
    const message = moveMessage(asItStands(stored, at), { kind: 'wake', at, timezone });
    if (!isDue(message, at)) {
      if (message !== stored) await messages.replace(stored, message);
      return { kind: 'left', message };
    }
    const claimed = moveMessage(message, { kind: 'claim', at, by: ownIdentity(), claim });
    await messages.replace(stored, claimed);
    return { kind: 'claimed', message: claimed };
  });
}

/** A full disk and a lock that others hold are often gone in a moment. */
async function settle(parts: SenderParts, id: string, claim: string): Promise<Sending> {
  const { clock } = parts.surroundings;
  const until = clock.monotonic() + (parts.writeForMs ?? 0);
  for (;;) {
    try {
      return await settleOnce(parts, id, claim);
    } catch (thrown) {
      if (clock.monotonic() >= until) throw thrown;
    }
    await clock.sleep(WRITE_AGAIN_MS);
  }
}

/** Moves only what still stands under that claim. */
async function settleOnce(
  { messages, exclusively, surroundings, onMoved }: SenderParts,
  id: string,
  claim: string,
): Promise<Sending> {
  const settled = await exclusively(async () => {
    const message = await messages.read(id);
    const answer = ownClaims.get(claim) ?? null;
    if (message === null || answer === null) return message;
    const at = surroundings.clock.now().toISOString();
    const moved = moveMessage(message, { kind: 'answer', at, claim, answer });
    if (moved !== message) await messages.replace(message, moved);
    return moved;
  });
  ownClaims.delete(claim);
  await surroundings.probe('message/stored');
  if (settled === null) return { kind: 'gone' };
  await onMoved?.(settled);
  await surroundings.probe('message/counted');
  return { kind: 'tried', message: settled };
}

/** Hands a message to the channel of its target, and gives what came of it whatever the channel does. */
interface HandOver extends Omit<SendRequest, 'target'> {
  readonly channels: Channels;
  /** After so long the channel is told to end. */
  readonly limitMs: number;
}

/** Never throws. */
async function handOver(request: HandOver): Promise<SendResult> {
  const { message, channels, limitMs, surroundings } = request;
  const { clock, redactor, signal } = surroundings;
  const over = new AbortController();
  const done = new AbortController();
  const bounded = { ...surroundings, signal: AbortSignal.any([signal, over.signal]) };
  const late = async (): Promise<SendResult> => {
    await clock.sleep(limitMs, AbortSignal.any([done.signal, signal]));
    over.abort();
    await clock.sleep(GRACE_MS, done.signal);
    // It was told to end and says nothing: how far it came is not known.
    return {
      kind: 'retry',
      why: `no answer within ${Math.round(limitMs / 1_000)} s`,
      unsure: true,
    };
  };
  try {
    const sending = sendBy(channels, { ...request, surroundings: bounded, target: message.target });
    return await Promise.race([sending, late()]);
  } catch (thrown) {
    const shown = (text: string): string => oneLine(redactor.text(text), LONGEST);
    const result = resultOfThrown(thrown, surroundings);
    const why = shown(result.why);
    return result.kind === 'refused'
      ? { ...result, why, hint: shown(result.hint) }
      : { ...result, why };
  } finally {
    done.abort();
  }
}

/** A target never meets the channel of another kind. */
async function sendBy(channels: Channels, request: SendRequest): Promise<SendResult> {
  const { kind } = request.target;
  const load = channels[kind];
  if (load !== undefined) return (await load()).send(request);
  const known = Object.keys(channels).join(', ');
  throw new AppError('refused', {
    code: 'no-channel',
    message: `no channel ${kind} is part of this Roundsman; it has ${known}`,
    hint: 'Use the version that made the message.',
  });
}

// Keeps with the runs of a message what became of it; what is missed after a crash is made up for by the daemon.
export function noteOutcome({
  deliveries,
  locks,
}: Pick<Stores, 'deliveries' | 'locks'>): (message: Message) => Promise<void> {
  return (message) => locks.messages(() => deliveries.note([message]));
}
