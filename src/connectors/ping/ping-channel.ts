/**
 * A health check outside: asked for with GET after each run that is told. The address itself stands for what is good;
 * with `/fail` at the end of its path it stands for what is not. It may be called twice for one message: it only says
 * how things are.
 */
import type { OutwardRequest, OutwardResult } from '../../platform/outward/contract.ts';
import { outwardRequest, ping } from '../../platform/outward/outward-request.ts';
import { readSecretText } from '../../platform/outward/read-credential.ts';
import type { Message } from '../../words/message.ts';
import { oneLine } from '../../words/text.ts';
import { type Channel, type SendRequest, type SendResult, resultOfThrown } from '../channel.ts';

const TIMEOUT_MS = 15_000;
const NAME = 'the health check';

export function pingChannel(
  ask: (request: OutwardRequest) => Promise<OutwardResult> = outwardRequest,
): Channel<'ping'> {
  return {
    kind: 'ping',
    send: async (request) => {
      try {
        return await send(request, ask);
      } catch (thrown) {
        const result = resultOfThrown(thrown, request.surroundings);
        return { ...result, why: oneLine(`${NAME}: ${result.why}`, 300) };
      }
    },
  };
}

async function send(
  { message, target, surroundings }: SendRequest<'ping'>,
  ask: (request: OutwardRequest) => Promise<OutwardResult>,
): Promise<SendResult> {
  const { env, redactor, signal } = surroundings;
  const url = pingUrl(await readSecretText(target.url, env, redactor.learn), message);
  if (url === null)
    return refused('its address is not an http or https address', 'Correct `ping.url`.');
  const reach = { private: false, ca: null };
  const result = await ping(
    { url, reach, headers: { 'roundsman-message': message.id }, timeoutMs: TIMEOUT_MS, signal },
    ask,
  );
  if (result.kind === 'refused')
    return refused(
      result.why,
      'A routine’s health check is at a public address. A private one can get the heartbeat of the daemon: `heartbeat.url` in roundsman.yaml.',
    );
  if (result.kind !== 'answered')
    return { kind: 'retry', why: oneLine(`${NAME}: ${result.why}`, 300) };
  const { status } = result;
  if (status >= 200 && status < 300) return { kind: 'sent', receipt: String(status) };
  if (status >= 500 || status === 408 || status === 425 || status === 429)
    return { kind: 'retry', why: `${NAME} answered ${status}` };
  return refused(
    `answered ${status}`,
    status === 404 || status === 410
      ? 'The check is gone there: make a new one, and give `ping.url` its address.'
      : 'Look at `ping.url`: the other side does not take it.',
  );
}

/** `null`: it is not an address. Several at once are as bad as the last of them. */
export function pingUrl(text: string, { contents }: Pick<Message, 'contents'>): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (contents.at(-1)?.tone === 'bad') url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`;
  return url.href;
}

function refused(why: string, hint: string): SendResult {
  return { kind: 'refused', why: oneLine(`${NAME}: ${why}`, 300), hint };
}
