/** Some stretches of a file, opened once: for files of which little is wanted. */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** In the order of the ranges, cut where the file ends. Throws what opening and reading throw. */
export async function readRanges(
  path: string,
  ranges: readonly ByteRange[],
): Promise<readonly Buffer[]> {
  const file = await open(path, constants.O_RDONLY);
  try {
    const pieces: Buffer[] = [];
    for (const { offset, length } of ranges) {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, offset);
      pieces.push(buffer.subarray(0, bytesRead));
    }
    return pieces;
  } finally {
    await file.close();
  }
}
