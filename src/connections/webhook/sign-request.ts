/** Signs a request as Standard Webhooks says, https://www.standardwebhooks.com: over its id, its time and its body. */
import { fromBase64, hmacSha256, toBase64 } from '../../platform/signature.ts';

export type SigningKeys =
  | { readonly kind: 'keys'; readonly keys: readonly Uint8Array[] }
  | { readonly kind: 'bad'; readonly why: string };

const PREFIX = 'whsec_';

/** Several, while a secret is changed: parted by commas or blanks. `whsec_…` is base64; everything else counts as it stands. */
export function signingKeys(secret: string): SigningKeys {
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
export function signedHeaders(
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
