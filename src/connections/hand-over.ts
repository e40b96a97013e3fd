/** Hands a message to the channel of its target, and gives what came of it whatever the channel does. */
import { AppError } from '../words/errors.ts';
import type { NotifyTarget } from '../words/notify.ts';
import { oneLine } from '../words/text.ts';
import type { SendRequest } from './contract.ts';
import type { SendResult } from './messages/send-result.ts';
import type { Channels } from './registry.ts';
import { resultOfThrown } from './result-of-thrown.ts';

const LONGEST = 600;
/** For a channel that does not end at the signal. */
const GRACE_MS = 5_000;

export interface HandOver extends Omit<SendRequest, 'target'> {
  readonly channels: Channels;
  /** After so long the channel is told to end. */
  readonly limitMs: number;
}

/** Never throws. */
export async function handOver(request: HandOver): Promise<SendResult> {
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

/** Each kind by name, so that a target never meets the channel of another one. */
async function sendBy(
  channels: Channels,
  { target, ...request }: SendRequest,
): Promise<SendResult> {
  switch (target.kind) {
    case 'email':
      return (await loaded(channels, target.kind, channels.email)).send({ ...request, target });
    case 'webhook':
      return (await loaded(channels, target.kind, channels.webhook)).send({ ...request, target });
    case 'hook-url':
      return (await loaded(channels, target.kind, channels['hook-url'])).send({
        ...request,
        target,
      });
    case 'desktop':
      return (await loaded(channels, target.kind, channels.desktop)).send({ ...request, target });
    case 'ping':
      return (await loaded(channels, target.kind, channels.ping)).send({ ...request, target });
    case 'file':
      return (await loaded(channels, target.kind, channels.file)).send({ ...request, target });
  }
}

async function loaded<Found>(
  channels: Channels,
  kind: NotifyTarget['kind'],
  load: (() => Promise<Found>) | undefined,
): Promise<Found> {
  if (load !== undefined) return load();
  const known = Object.keys(channels).join(', ');
  throw new AppError('refused', {
    code: 'no-channel',
    message: `no channel ${kind} is part of this Roundsman; it has ${known}`,
    hint: 'Use the version that made the message.',
  });
}
