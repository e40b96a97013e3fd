import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { systemErrorCode } from '../system-error.ts';

/** The beginning of a file, links followed; what is not a file, such as a pipe, is as if it were not there. `null`: it is not. */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer | null> {
  let file: FileHandle | null = null;
  try {
    // Does not wait for a writer if it is a pipe.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await file.stat()).isFile()) return null;
    const buffer = Buffer.alloc(maxBytes);
    const { bytesRead } = await file.read(buffer, 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null;
    throw thrown;
  } finally {
    await file?.close();
  }
}
