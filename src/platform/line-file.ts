/** Files of lines that only grow: read in blocks, however large, and appended to durably. */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { syncNames } from './many-files.ts';
import { systemErrorCode } from './system-error.ts';

const BLOCK_BYTES = 1_000_000;
const NEWLINE = 0x0a;

export interface LineBlock {
  /** Without their newlines. */
  readonly lines: readonly string[];
  /** Byte offset after the last of them. */
  readonly end: number;
}

/** Whole lines from a byte offset on. What follows the last newline was never finished, and is not given. */
export async function* readLineBlocks(path: string, from = 0): AsyncGenerator<LineBlock> {
  const file = await open(path, constants.O_RDONLY).catch((thrown: unknown) => {
    if (systemErrorCode(thrown) === 'ENOENT') return null;
    throw thrown;
  });
  if (file === null) return;
  try {
    let end = from;
    let rest = Buffer.alloc(0);
    for (;;) {
      const block = Buffer.alloc(BLOCK_BYTES);
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, end + rest.length);
      if (bytesRead === 0) return;
      const bytes = Buffer.concat([rest, block.subarray(0, bytesRead)]);
      const cut = bytes.lastIndexOf(NEWLINE) + 1;
      rest = Buffer.from(bytes.subarray(cut));
      if (cut === 0) continue;
      end += cut;
      yield { lines: bytes.toString('utf8', 0, cut - 1).split('\n'), end };
    }
  } finally {
    await file.close();
  }
}

/** Durable when it resolves. A line that an earlier call did not finish is cut off first. One writer at a time. */
export async function appendLinesDurably(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const end = await endOfLines(file);
    await file.truncate(end);
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, end + done)).bytesWritten;
    await file.sync();
  } finally {
    await file.close();
  }
  await syncNames(dirname(path));
}

/** The byte offset after the last newline. */
async function endOfLines(file: FileHandle): Promise<number> {
  let { size: end } = await file.stat();
  while (end > 0) {
    const from = Math.max(0, end - BLOCK_BYTES);
    const block = Buffer.alloc(end - from);
    const { bytesRead } = await file.read(block, 0, block.length, from);
    const cut = block.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (cut !== -1) return from + cut + 1;
    end = from;
  }
  return 0;
}
