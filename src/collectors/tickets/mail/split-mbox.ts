/** An mbox file into its messages. Bytes in, bytes out: each message has its own encodings. */
import type { Buffer } from 'node:buffer';

export interface MboxMessage {
  /** The line of its `From ` in the file, from 1. */
  readonly line: number;
  /** When it was put into the file, as that line has it: `Fri Nov 20 09:15:00 2026`; by custom in UTC. */
  readonly filedAt: string | null;
  /** Without that line, and without the sign that keeps `From ` in a text from being one. */
  readonly bytes: Uint8Array;
}

const LINE_FEED = 0x0a;
/** What follows a true separator: the first header, or what mail programs put before it. */
const HEADER_NEXT = /^From [^\n]*\r?\n(?:>?From [^\n]*\r?\n)?[!-9;-~]{1,100}:/;

const FILED_AT = /^From \S* {1,3}([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\s/;

/** `null` when the file does not begin as an mbox does. */
export function splitMbox(bytes: Buffer): readonly MboxMessage[] | null {
  const starts = startsOf(bytes);
  if (starts[0] !== 0) return null;
  let line = 1;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? bytes.length;
    const message = bytes.subarray(start, end);
    const at = line;
    line += countLines(message);
    const head = message.toString('latin1', 0, Math.min(message.length, 300));
    const filed = FILED_AT.exec(head)?.[1];
    const filedAt = filed === undefined ? null : `${filed} +0000`;
    return { line: at, filedAt, bytes: unquoted(message.subarray(message.indexOf(LINE_FEED) + 1)) };
  });
}

function startsOf(bytes: Buffer): readonly number[] {
  const starts = isSeparator(bytes, 0) ? [0] : [];
  let at = bytes.indexOf('\nFrom ');
  while (at !== -1) {
    if (isAfterBlank(bytes, at) && isSeparator(bytes, at + 1)) starts.push(at + 1);
    at = bytes.indexOf('\nFrom ', at + 1);
  }
  return starts;
}

function isAfterBlank(bytes: Buffer, lineFeed: number): boolean {
  const before = bytes[lineFeed - 1];
  return before === LINE_FEED || (before === 0x0d && bytes[lineFeed - 2] === LINE_FEED);
}

function isSeparator(bytes: Buffer, start: number): boolean {
  return HEADER_NEXT.test(bytes.toString('latin1', start, Math.min(bytes.length, start + 2_000)));
}

function countLines(bytes: Buffer): number {
  let count = 0;
  let at = bytes.indexOf(LINE_FEED);
  while (at !== -1) {
    count += 1;
    at = bytes.indexOf(LINE_FEED, at + 1);
  }
  return count;
}

function unquoted(bytes: Buffer): Uint8Array {
  if (!bytes.includes('>From ')) return bytes;
  const text = bytes.toString('latin1').replace(/^>(>{0,20}From )/gm, '$1');
  const plain = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) plain[index] = text.charCodeAt(index);
  return plain;
}
