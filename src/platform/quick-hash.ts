/** For what every command hashes: a path or two. */
import { sha256 as shortHash } from '@noble/hashes/sha2.js';

import { sha256 } from './hash.ts';

/** Characters. Loading node:crypto takes longer than hashing this much without it. */
const SHORT = 600;

/** The same as `sha256`. */
export function quickSha256(text: string): string {
  if (text.length > SHORT) return sha256(text);
  return Buffer.from(shortHash(Buffer.from(text))).toString('hex');
}
