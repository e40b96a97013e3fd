/** Some stretches of a file, opened once: for files of which little is wanted. */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** In the order of the ranges, cut where the file ends; of what is not a file, or a link, nothing. Throws what opening and reading throw. */
export async function readRanges(
  path: string,
  ranges: readonly ByteRange[],
): Promise<readonly Buffer[]> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    const size = facts.isFile() ? facts.size : 0;
    const pieces: Buffer[] = [];
    for (const { offset, length } of ranges) {
      // A length that a damaged file tells may be any.
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      pieces.push(buffer.subarray(0, bytesRead));
    }
    return pieces;
  } finally {
    await file.close();
  }
}
