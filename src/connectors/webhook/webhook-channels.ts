/** The channels that send requests to webhooks: one that roundsman.yaml knows, and one that a routine names by itself. */
import { fromBase64, hmacSha256, toBase64 } from '../../platform/hash.ts';
import type { OutwardRequest, OutwardResult, Reach } from '../../platform/outward/contract.ts';
import { outwardRequest } from '../../platform/outward/outward-request.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import { readCredential, readSecretText } from '../../platform/outward/read-credential.ts';
import type { Credential, SecretText } from '../../words/connection.ts';
import type { Message } from '../../words/message.ts';
import { oneLine } from '../../words/text.ts';
import {
  type Channel,
  type SendSurroundings,
  type SendResult,
  resultOfThrown,
} from '../channel.ts';
import { shippedBody, type ShippedBody } from './body-values.ts';
import { judgeAnswer } from './judge-answer.ts';
import { renderWebhookBody } from './render-body.ts';
import { contentTypeIn, lowerCased } from './try-body.ts';

// One request to a webhook, and what came of it.

/** What is shorter is found everywhere. */
const MIN_PART = 6;

const PREFIX = 'whsec_';

/** `outwardRequest`, or what stands in for the world in a test of addresses that are public. */
export type Ask = (request: OutwardRequest) => Promise<OutwardResult>;

interface Hook {
  /** How people call it: `connections.chat`. */
  readonly name: string;
  readonly url: SecretText;
  readonly secret: Credential | null;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly reach: Reach;
}

interface WebhookSending {
  readonly message: Message;
  readonly hook: Hook;
  readonly surroundings: SendSurroundings;
  readonly ask: Ask;
}

const TIMEOUT_MS = 30_000;

/** Only the first line of an answer is told: whatever its length, the other side has said whether it took the message. */
const MAX_ANSWER_BYTES = 4_000;

/** Never throws. */
async function sendWebhook(sending: WebhookSending): Promise<SendResult> {
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

/** Signs a request as Standard Webhooks says, https://www.standardwebhooks.com: over its id, its time and its body. */
type SigningKeys =
  | { readonly kind: 'keys'; readonly keys: readonly Uint8Array[] }
  | { readonly kind: 'bad'; readonly why: string };

/** Several, while a secret is changed: parted by commas or blanks. `whsec_…` is base64; everything else counts as it stands. */
function signingKeys(secret: string): SigningKeys {
  const keys: Uint8Array[] = [];
  for (const word of secret.split(/[\s,]+/).filter((one) => one !== '')) {
    const key = word.startsWith(PREFIX)
      ? fromBase64(word.slice(PREFIX.length))
      : new TextEncoder().encode(word);
    if (key === null)
      return { kind: 'bad', why: `a secret begins with ${PREFIX} and is not base64 after it` };
    keys.push(key);
  }
  return { kind: 'keys', keys };
}

/** A receiver knows a second one by `webhook-id`; `webhook-timestamp` is that of the try. */
function signedHeaders(
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
  keys: readonly Uint8Array[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const plain = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (keys.length === 0) return plain;
  const signatures = keys.map(
    (key) => `v1,${toBase64(hmacSha256(key, [`${id}.${timestamp}.`, body]))}`,
  );
  return { ...plain, 'webhook-signature': signatures.join(' ') };
}

/** Where a request goes, and what of that is secret. */
type HookAddress =
  | {
      readonly kind: 'address';
      readonly url: string;
      /** Of ntfy: what the body has to name. */
      readonly topic: string | null;
      /** What no text may repeat: the address and its parts, longest first. */
      readonly secrets: readonly string[];
    }
  | { readonly kind: 'refused'; readonly why: string };

/** ntfy takes JSON at the root of its server, where the topic stands in the body. */
function hookAddress(text: string, body: ShippedBody | null): HookAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { kind: 'refused', why: 'its address is not an http or https address' };
  const secrets = secretParts(text, url);
  if (body !== 'ntfy') return { kind: 'address', url: url.href, topic: null, secrets };
  const topic = /^\/([A-Za-z0-9_-]{1,64})\/?$/.exec(url.pathname)?.[1];
  if (topic === undefined)
    return {
      kind: 'refused',
      why: 'its address does not end in a topic of ntfy, as https://ntfy.sh/TOPIC does',
    };
  url.pathname = '/';
  return { kind: 'address', url: url.href, topic, secrets: [...secrets, topic] };
}

function secretParts(text: string, url: URL): readonly string[] {
  const parts = [
    text,
    url.href,
    `${url.pathname}${url.search}`,
    url.pathname,
    ...url.pathname.split('/'),
    ...url.searchParams.values(),
  ];
  return [...new Set(parts)]
    .filter((part) => part.length >= MIN_PART)
    .sort((a, b) => b.length - a.length);
}

export function webhookChannel(ask: Ask = outwardRequest): Channel<'webhook'> {
  return {
    kind: 'webhook',
    send: async ({ message, target, surroundings }) => {
      const { via } = target;
      const connection = surroundings.connections.find(({ name }) => name === via);
      const name = `connections.${oneLine(via, 80)}`;
      if (connection?.kind !== 'webhook')
        return {
          kind: 'refused',
          why: `the active roundsman.yaml has no webhook ${name}`,
          hint: 'Add it, or name one that is there; a change counts once it is committed where active definitions come from (roundsman status).',
        };
      try {
        const reach = await reachOf(connection, surroundings.env);
        return await sendWebhook({
          message,
          hook: { ...connection, name, reach },
          surroundings,
          ask,
        });
      } catch (thrown) {
        const result = resultOfThrown(thrown, surroundings);
        return { ...result, why: oneLine(result.why, 300) };
      }
    },
  };
}

export function hookUrlChannel(ask: Ask = outwardRequest): Channel<'hook-url'> {
  return {
    kind: 'hook-url',
    send: ({ message, target, surroundings }) =>
      sendWebhook({
        message,
        hook: {
          name: `the webhook of ${routinesOf(message)}`,
          url: target.url,
          secret: target.secret,
          body: target.body,
          headers: {},
          reach: { private: false, ca: null },
        },
        surroundings,
        ask,
      }),
  };
}

/** One message may tell of several. */
function routinesOf({ routine, contents }: Message): string {
  const routines = new Set(contents.map((content) => content.routine ?? routine));
  return oneLine([...routines].join(', '), 80);
}
