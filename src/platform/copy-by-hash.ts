/** Copies a file that a hostile process may have made, if its bytes have the hash that it is known by. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

import { uniqueName } from './many-files.ts';
import { openUntrusted } from './open-untrusted.ts';

export interface KnownContent {
  /** Hex, 128 characters. */
  readonly sha512: string;
  /** Of more nothing is copied. */
  readonly maxBytes: number;
}

const PIECE_BYTES = 1_048_576;

/**
 * Over whatever is at `to`, at once. Links, pipes and what has another hash are left where they are. Gives how many bytes
 * were copied. Throws where `to` cannot be written.
 */
export async function copyByHash(
  from: string,
  to: string,
  { sha512, maxBytes }: KnownContent,
): Promise<number> {
  const opening = openUntrusted(from);
  if (opening.kind !== 'file') return 0;
  const { file } = opening;
  const waiting = uniqueName(to);
  try {
    if (file.size > maxBytes) return 0;
    const hash = createHash('sha512');
    const target = await open(waiting, 'wx', 0o600);
    let length = 0;
    try {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, file.size + 1));
      for (;;) {
        const got = await file.readInto(piece, length);
        if (got === 0) break;
        length += got;
        if (length > maxBytes) return 0;
        hash.update(piece.subarray(0, got));
        // Unlike `write`, it continues where the disk takes only a part.
        await target.appendFile(piece.subarray(0, got));
      }
    } finally {
      await target.close();
    }
    if (hash.digest('hex') !== sha512) return 0;
    await rename(waiting, to);
    return length;
  } finally {
    file.close();
    await rm(waiting, { force: true });
  }
}
