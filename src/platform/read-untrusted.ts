/** Reading what a hostile process may have put there. */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { systemErrorCode } from './system-error.ts';

export type UntrustedRead =
  | { readonly kind: 'content'; readonly bytes: Buffer }
  | { readonly kind: 'nothing' }
  /** A link, a FIFO, a folder, or more than `maxBytes`. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Reads a file that a hostile process may have put there: no links, no blocking on a FIFO, a size limit.
 * Only the last part of the path is checked for links; the folder has to be checked by the caller, once.
 */
export async function readUntrusted(path: string, maxBytes: number): Promise<UntrustedRead> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'nothing' };
    if (code === 'ELOOP' || code === 'EMLINK')
      return { kind: 'refused', reason: 'it is a symbolic link' };
    return { kind: 'refused', reason: `it cannot be opened (${code ?? 'unknown error'})` };
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return { kind: 'refused', reason: 'it is not a regular file' };
    if (facts.size > maxBytes) {
      return { kind: 'refused', reason: `it has ${facts.size} bytes, the limit is ${maxBytes}` };
    }
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    while (length <= maxBytes) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) return { kind: 'content', bytes: buffer.subarray(0, length) };
      length += bytesRead;
    }
    return {
      kind: 'refused',
      reason: `it grew past the limit of ${maxBytes} bytes while it was read`,
    };
  } finally {
    await file.close();
  }
}
