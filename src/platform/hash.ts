import { Buffer } from 'node:buffer';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** sha256 in hex, 64 characters. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The id that git gives a file of this content. @param length of ids in the repository: 40, or 64 */
export function gitBlobId(content: Uint8Array, length: number): string {
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}

// What checking a signature takes: keyed hashes, and comparisons that take as long for a wrong one as for the right one.
export function hmacSha256(key: Uint8Array, parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** In constant time, whatever the lengths: what is compared are hashes. */
export function isSameSecret(given: Uint8Array, expected: Uint8Array): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

/** `null` for a text that is not the base64 of anything. */
export function fromBase64(text: string): Uint8Array | null {
  const digits = text.replace(/={1,2}$/, '');
  // Bits that are left over count for nothing, as in every reader of base64; a lone digit holds no byte.
  return /^[A-Za-z0-9+/]+$/.test(digits) && digits.length % 4 !== 1
    ? Buffer.from(digits, 'base64')
    : null;
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** `null` for a text that is not whole bytes in hex. */
export function fromHex(text: string): Uint8Array | null {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null;
}

function digest(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** Of a text as UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
