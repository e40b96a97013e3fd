import { createHash } from 'node:crypto';

/** sha256 in hex, 64 characters. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
