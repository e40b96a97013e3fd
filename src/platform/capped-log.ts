/**
 * Keeps the beginning and the end of what a process prints, as raw bytes; the middle is counted, not kept.
 * Built-ins only. However much comes in, memory stays below the tail's size.
 */
import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';

export interface CappedLog {
  write(chunk: Uint8Array): void;
  /** Writes the tail, says in the file how much is missing, and closes it. */
  close(): Promise<{ readonly total: number; readonly dropped: number }>;
}

/** `maxBytes` is split: three quarters for the beginning, one for the end. */
export async function openCappedLog(path: string, maxBytes: number): Promise<CappedLog> {
  const file = await open(path, 'a', 0o600);
  const headLimit = Math.floor(maxBytes * 0.75);
  const tailLimit = maxBytes - headLimit;
  const tail: Buffer[] = [];
  let total = 0;
  let headBytes = 0;
  let tailBytes = 0;
  let dropped = 0;
  let pending: Promise<unknown> = Promise.resolve();

  const keepTail = (chunk: Buffer): void => {
    tail.push(chunk);
    tailBytes += chunk.length;
    while (tailBytes > tailLimit) {
      const first = tail[0];
      if (first === undefined) return;
      const excess = tailBytes - tailLimit;
      if (first.length <= excess) tail.shift();
      else tail[0] = first.subarray(excess);
      const cut = Math.min(first.length, excess);
      tailBytes -= cut;
      dropped += cut;
    }
  };

  return {
    write: (chunk) => {
      total += chunk.length;
      const room = headLimit - headBytes;
      const head = chunk.subarray(0, Math.max(0, room));
      if (head.length > 0) {
        headBytes += head.length;
        const copy = Buffer.from(head);
        pending = pending.then(() => file.write(copy));
      }
      // A copy: a small slice would hold on to the whole chunk it was cut from.
      if (chunk.length > head.length) keepTail(Buffer.from(chunk.subarray(head.length)));
    },
    close: async () => {
      try {
        await pending;
        if (dropped > 0) await file.write(`\n[${dropped} bytes of output were not kept]\n`);
        for (const chunk of tail) await file.write(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      return { total, dropped };
    },
  };
}
