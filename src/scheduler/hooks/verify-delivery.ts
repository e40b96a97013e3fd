/** Whether a delivery comes from whom it says, by the scheme of its hook. Pure; over the bytes as they came. */
import { sha256, fromBase64, fromHex, hmacSha256, isSameSecret } from '../../platform/hash.ts';
import { assertNever } from '../../words/errors.ts';
import type { WebhookScheme } from '../../words/trigger.ts';

interface SignedDelivery {
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

export type Verification =
  | {
      readonly kind: 'verified';
      readonly id: string;
      /** Whether the signature covers the id. */
      readonly idSigned: boolean;
      /** What the sender calls the event, where a header says it. */
      readonly event: string | null;
    }
  /** `stale`: signed well, at another time. */
  | { readonly kind: 'forged' | 'stale'; readonly reason: string };

interface VerifyRequest {
  readonly scheme: WebhookScheme;
  readonly keys: readonly Uint8Array[];
  readonly now: Date;
}

/** Either way, of the sender's clock against ours. */
const TOLERANCE_SECONDS = 5 * 60;
/** A sender signs with two or three; each one more would be work that a stranger makes us do. */
const MAX_SIGNATURES = 16;

export function verifyDelivery(delivery: SignedDelivery, request: VerifyRequest): Verification {
  switch (request.scheme) {
    case 'standard':
      return verifyStandard(delivery, request);
    case 'github':
      return verifyGithub(delivery, request.keys);
    case 'gitlab-token':
      return verifyGitlab(delivery, request.keys);
    default:
      return assertNever(request.scheme);
  }
}

/** Standard Webhooks, https://www.standardwebhooks.com: `<id>.<timestamp>.<body>` is signed. */
function verifyStandard({ headers, body }: SignedDelivery, request: VerifyRequest): Verification {
  const id = onlyHeader(headers, 'webhook-id');
  const timestamp = onlyHeader(headers, 'webhook-timestamp');
  const signatures = (onlyHeader(headers, 'webhook-signature') ?? '')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .slice(0, MAX_SIGNATURES)
    .map((signature) => fromBase64(signature.slice('v1,'.length)));
  if (id === null || timestamp === null || !/^\d{1,12}$/.test(timestamp))
    return { kind: 'forged', reason: 'webhook-id or webhook-timestamp is missing' };
  const signed = [`${id}.${timestamp}.`, body];
  if (!isAnySigned(signatures, request.keys, signed))
    return { kind: 'forged', reason: 'no signature in webhook-signature fits' };
  const away = Math.abs(request.now.getTime() / 1_000 - Number(timestamp));
  if (away > TOLERANCE_SECONDS)
    return { kind: 'stale', reason: `it was signed ${Math.round(away)} s from now` };
  return { kind: 'verified', id, idSigned: true, event: null };
}

/** The body alone is signed. */
function verifyGithub(
  { headers, body }: SignedDelivery,
  keys: VerifyRequest['keys'],
): Verification {
  const [scheme, hex, ...rest] = (onlyHeader(headers, 'x-hub-signature-256') ?? '').split('=');
  const signature = scheme === 'sha256' && rest.length === 0 ? fromHex(hex ?? '') : null;
  if (!isAnySigned([signature], keys, [body]))
    return { kind: 'forged', reason: 'the signature in X-Hub-Signature-256 does not fit' };
  return {
    kind: 'verified',
    id: onlyHeader(headers, 'x-github-delivery') ?? idOfBody(body),
    idSigned: false,
    event: onlyHeader(headers, 'x-github-event'),
  };
}

/** Nothing is signed: the token is the proof, and it travels with every delivery. */
function verifyGitlab(
  { headers, body }: SignedDelivery,
  keys: VerifyRequest['keys'],
): Verification {
  const token = new TextEncoder().encode(onlyHeader(headers, 'x-gitlab-token') ?? '');
  if (keys.filter((key) => isSameSecret(token, key)).length === 0)
    return { kind: 'forged', reason: 'the token in X-Gitlab-Token does not fit' };
  const id =
    onlyHeader(headers, 'idempotency-key') ??
    // The same for an event that another webhook set off, so it comes second.
    onlyHeader(headers, 'x-gitlab-event-uuid') ??
    idOfBody(body);
  return { kind: 'verified', id, idSigned: false, event: onlyHeader(headers, 'x-gitlab-event') };
}

/** Every key is tried with every signature: how long it takes tells nothing about which one fits. */
function isAnySigned(
  signatures: readonly (Uint8Array | null)[],
  keys: VerifyRequest['keys'],
  signed: readonly (string | Uint8Array)[],
): boolean {
  let fits = false;
  for (const key of keys) {
    const expected = hmacSha256(key, signed);
    for (const signature of signatures)
      if (isSameSecret(signature ?? new Uint8Array(), expected)) fits = true;
  }
  return fits;
}

function idOfBody(body: Uint8Array): string {
  return `body-${sha256(body)}`;
}

// Header fields as they came: nothing joined, nothing dropped.

export type HeaderField = readonly [
  /** In lower case. */
  name: string,
  value: string,
];

/** `null` when it is missing, empty, or there more than once: of two, it is unknown which one was meant. */
export function onlyHeader(fields: readonly HeaderField[], name: string): string | null {
  const values = fields.filter(([field]) => field === name).map(([, value]) => value.trim());
  const [value] = values;
  return values.length === 1 && value !== undefined && value !== '' ? value : null;
}
