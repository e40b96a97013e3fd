/**
 * Keeps the beginning and the end of what a process prints, as bytes, secrets replaced; the middle is counted, not kept.
 * Built-ins only. However much comes in, memory stays below the tail's size and a little more.
 *
 * Around the two cuts a little more is looked at than is kept, so that half a secret is known for one.
 */
import { Buffer } from 'node:buffer';
import { open, type FileHandle } from 'node:fs/promises';

import type { Redactor } from '../words/redaction/redactor.ts';

export interface CappedLog {
  write(chunk: Uint8Array): void;
  /** The last whole line that is not blank, as it is kept; '' when there is none in the last 4 kB. */
  lastLine(): string;
  /**
   * Writes the tail, says in the file how much is missing, and closes it. Both count what came in; dropped is also what
   * the disk did not take. Never throws.
   */
  close(): Promise<{ readonly total: number; readonly dropped: number }>;
}

export interface LogRules {
  /** Split: three quarters for the beginning, one for the end. */
  readonly maxBytes: number;
  readonly redactor: Redactor;
}

/** Looked at behind the beginning, and before the end. */
const AROUND = 8_192;
const RECENT = 4_096;

export async function openCappedLog(
  path: string,
  { maxBytes, redactor }: LogRules,
): Promise<CappedLog> {
  const file = openLogFile(await open(path, 'a', 0o600).catch(() => null));
  const headLimit = Math.floor(maxBytes * 0.75);
  const tailLimit = maxBytes - headLimit;
  const head = redactor.stream();
  const tail = keepLast(tailLimit + AROUND);
  let recent = '';
  let headEnd = '';
  let afterHead = '';
  let headBytes = 0;
  let total = 0;
  let pending: Promise<unknown> = Promise.resolve();
  const put = (text: string): void => {
    if (text === '') return;
    const bytes = Buffer.from(text, 'latin1');
    pending = pending.then(() => file.append(bytes));
  };
  const finish = (): number => {
    const beyond = total - headBytes;
    if (beyond <= tailLimit) {
      put(head.write(latin1(tail.bytes())) + head.end());
      return 0;
    }
    const dropped = beyond - tailLimit;
    put(head.end(afterHead));
    put(`\n[${dropped} bytes of output were not kept]\n`);
    const last = headEnd + latin1(tail.bytes());
    put(redactor.bytes(last, { from: last.length - tailLimit, to: last.length }));
    return dropped;
  };
  return {
    write: (chunk) => {
      total += chunk.length;
      recent = (recent + latin1(chunk.subarray(-RECENT))).slice(-RECENT);
      const room = Math.max(0, headLimit - headBytes);
      const first = chunk.subarray(0, room);
      headBytes += first.length;
      headEnd = (headEnd + latin1(first)).slice(-AROUND);
      put(head.write(latin1(first)));
      const rest = chunk.subarray(first.length);
      if (afterHead.length < AROUND) afterHead += latin1(rest.subarray(0, AROUND));
      // A copy: a small slice would hold on to the whole chunk it was cut from.
      if (rest.length > 0) tail.add(Buffer.from(rest));
    },
    lastLine: () => lastLineOf(total > RECENT ? fromSecondLine(recent) : recent, redactor),
    close: async () => {
      const dropped = finish();
      await pending;
      const lost = await file.close();
      return { total, dropped: Math.min(total, dropped + lost) };
    },
  };
}

interface LogFile {
  append(bytes: Uint8Array): Promise<void>;
  /** Returns how many bytes the disk did not take. */
  close(): Promise<number>;
}

/** A log is not worth a run: what cannot be written is counted, and said when there is room again. */
function openLogFile(file: FileHandle | null): LogFile {
  let lost = 0;
  const append = async (bytes: Uint8Array): Promise<void> => {
    let done = 0;
    try {
      // A disk takes a part before it takes nothing.
      for (let taken = 1; taken > 0 && done < bytes.length; done += taken)
        taken = (await file?.write(bytes, done, bytes.length - done))?.bytesWritten ?? 0;
    } catch {
      // Counted below; what comes next is tried again.
    }
    lost += bytes.length - done;
  };
  return {
    append,
    close: async () => {
      const missing = lost;
      if (missing > 0)
        await append(
          Buffer.from(`\n[${missing} bytes were not kept: the disk did not take them]\n`),
        );
      await file?.sync().catch(() => undefined);
      await file?.close().catch(() => undefined);
      return missing;
    },
  };
}

function keepLast(limit: number): { add(chunk: Buffer): void; bytes(): Buffer } {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    add: (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      while (length > limit) {
        const first = chunks[0];
        if (first === undefined) return;
        const excess = length - limit;
        if (first.length <= excess) chunks.shift();
        else chunks[0] = first.subarray(excess);
        length -= Math.min(first.length, excess);
      }
    },
    bytes: () => Buffer.concat(chunks),
  };
}

function fromSecondLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

function lastLineOf(recent: string, redactor: Redactor): string {
  const end = Math.max(recent.lastIndexOf('\n'), recent.lastIndexOf('\r'));
  const whole = redactor.bytes(recent.slice(0, end + 1));
  const lines = Buffer.from(whole, 'latin1')
    .toString('utf8')
    .split(/[\r\n]/);
  return lines.findLast((line) => line.trim() !== '') ?? '';
}

/** The bytes between two places, secrets replaced; what reaches over a place is replaced whole. All are looked at. */
export function redactBytes(
  redactor: Redactor,
  bytes: Uint8Array,
  part: { readonly from: number; readonly to: number } = { from: 0, to: bytes.length },
): Buffer {
  const from = Math.max(0, part.from);
  const to = Math.min(bytes.length, part.to);
  return Buffer.from(redactor.bytes(latin1(bytes), { from, to }), 'latin1');
}

/** One character a byte. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
