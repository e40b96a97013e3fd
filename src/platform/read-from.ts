import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';

import { systemErrorCode } from './files.ts';

/** Up to `maxBytes` of a file from `offset` on; empty at its end, or while there is no such file. */
export async function readFrom(
  path: string,
  offset: number,
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(maxBytes);
      const { bytesRead } = await file.read(buffer, 0, maxBytes, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOENT') return Buffer.alloc(0);
    throw thrown;
  }
}
