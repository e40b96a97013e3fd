import { createHash } from 'node:crypto';

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
