/** One request to a webhook, and what came of it. */
import type { OutwardRequest, OutwardResult, Reach } from '../../platform/outward/contract.ts';
import { readCredential, readSecretText } from '../../platform/outward/read-credential.ts';
import type { Credential, SecretText } from '../../words/connection.ts';
import type { Message } from '../../words/message.ts';
import { oneLine } from '../../words/text.ts';
import type { SendSurroundings } from '../contract.ts';
import type { SendResult } from '../messages/send-result.ts';
import { resultOfThrown } from '../result-of-thrown.ts';
import { hookAddress } from './hook-address.ts';
import { contentTypeIn, lowerCased } from './hook-headers.ts';
import { judgeAnswer } from './judge-answer.ts';
import { shippedBody } from './read-body-template.ts';
import { renderWebhookBody } from './render-body.ts';
import { signedHeaders, signingKeys } from './sign-request.ts';

/** `outwardRequest`, or what stands in for the world in a test of addresses that are public. */
export type Ask = (request: OutwardRequest) => Promise<OutwardResult>;

export interface Hook {
  /** How people call it: `connections.chat`. */
  readonly name: string;
  readonly url: SecretText;
  readonly secret: Credential | null;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly reach: Reach;
}

export interface WebhookSending {
  readonly message: Message;
  readonly hook: Hook;
  readonly surroundings: SendSurroundings;
  readonly ask: Ask;
}

const TIMEOUT_MS = 30_000;
/** Only the first line of an answer is told: whatever its length, the other side has said whether it took the message. */
const MAX_ANSWER_BYTES = 4_000;

/** Never throws. */
export async function sendWebhook(sending: WebhookSending): Promise<SendResult> {
  try {
    return await send(sending);
  } catch (thrown) {
    const result = resultOfThrown(thrown, sending.surroundings);
    return { ...result, why: oneLine(`${sending.hook.name}: ${result.why}`, 400) };
  }
}

async function send({ message, hook, surroundings, ask }: WebhookSending): Promise<SendResult> {
  const { env, clock, redactor, signal } = surroundings;
  const given = await readSecretText(hook.url, env, redactor.learn);
  const address = hookAddress(given, shippedBody(hook.body));
  if (address.kind === 'refused')
    return refused(`${hook.name}: ${address.why}`, `Correct the address of ${hook.name}.`);
  const secret = hook.secret === null ? '' : await readCredential(hook.secret, env, redactor.learn);
  const keys = signingKeys(secret);
  if (keys.kind === 'bad')
    return refused(`${hook.name}: ${keys.why}`, 'Copy it again from the side that checks it.');
  const headers = lowerCased(hook.headers);
  const rendered = await renderWebhookBody(
    {
      message,
      body: hook.body,
      ...contentTypeIn(headers),
      ...(address.topic === null ? {} : { topic: address.topic }),
    },
    surroundings,
  );
  if (rendered.kind === 'refused') return refused(`${hook.name}: ${rendered.why}`, rendered.hint);
  const { text, contentType } = rendered;
  const signed = signedHeaders({ id: message.id, body: text, at: clock.now() }, keys.keys);
  const result = await ask({
    url: address.url,
    method: 'POST',
    headers: { ...headers, 'content-type': contentType, ...signed },
    body: text,
    reach: hook.reach,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    answer: 'beginning',
    redirects: 'told',
    signal,
  });
  const hidden = [...address.secrets, ...secret.split(/[\s,]+/)].filter((part) => part !== '');
  const clean = (words: string): string => redactor.text(withoutParts(words, hidden));
  if (result.kind === 'answer')
    return judgeAnswer(result.answer, { name: hook.name, now: clock.now(), clean });
  const why = oneLine(`${hook.name}: ${clean(result.why)}`, 300);
  if (result.kind === 'refused') return refused(why, hintForRefusal(hook));
  return result.hadLeft === true
    ? { kind: 'retry', why: `${why}, after all of it was sent: it may have arrived`, unsure: true }
    : { kind: 'retry', why };
}

function hintForRefusal({ name, reach }: Hook): string {
  if (!name.startsWith('connections.'))
    return 'A routine by itself reaches public addresses only. For another, make a webhook connection in roundsman.yaml with `private: true`, and name it as `via`.';
  return reach.private
    ? `Correct the address of ${name}: not even a private connection may reach that one.`
    : `If it is meant to be in your own network, write \`private: true\` at ${name}; else correct its address.`;
}

function withoutParts(words: string, parts: readonly string[]): string {
  let left = words;
  for (const part of parts) left = left.replaceAll(part, '[redacted]');
  return left;
}

function refused(why: string, hint: string): SendResult {
  return { kind: 'refused', why: oneLine(why, 400), hint };
}
