/**
 * Reading transcripts, which are hostile and may be large: their ends, or all of their lines, in memory that no content
 * can blow up. Links, FIFOs, sockets, devices and folders are refused.
 */
import { Buffer } from 'node:buffer';

import { isRecord, tryParseJson } from '../../platform/json.ts';
import { openUntrusted, type UntrustedFile } from '../../platform/read-untrusted.ts';
import { ENDS } from './contract.ts';

/** A longer line is told of, and not held. */
export const MAX_LINE_BYTES = 1024 * 1024;
/** Read and decoded at once: a larger string is no longer young, and costs pages of its own. */
const BLOCK_BYTES = 64 * 1024;
/** After so many blocks of a file others have their turn: a thread for each of them would cost more than reading it. */
const TURN_BLOCKS = 32;
const NEWLINE = 0x0a;

export interface Ends {
  readonly kind: 'ends';
  /** Whole lines from the beginning on, without their newlines. */
  readonly head: readonly string[];
  /** Whole lines up to the end. Of a file that was read whole the same ones as `head`. */
  readonly tail: readonly string[];
  /** `head` is all of the file. */
  readonly whole: boolean;
  /** What stands after the last newline, where its beginning is known: a writer is at it, or it ended there. */
  readonly unfinished: string | null;
  readonly bytesRead: number;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

export type EndsRead =
  | Ends
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface EndLimits {
  readonly headBytes: number;
  readonly tailBytes: number;
}

/** Throws where the disk fails. */
export async function readEnds(path: string, limits: EndLimits = ENDS): Promise<EndsRead> {
  const opened = openUntrusted(path);
  if (opened.kind !== 'file') return opened;
  try {
    return await endsOf(opened.file, limits);
  } finally {
    opened.file.close();
  }
}

export type ReadLine =
  /** `end`: byte offset after it and its newline. */
  | { readonly kind: 'line'; readonly text: string; readonly end: number }
  /** Longer than `MAX_LINE_BYTES`: its bytes were passed over. */
  | { readonly kind: 'too-long'; readonly bytes: number; readonly end: number }
  /** What follows the last newline: never finished, or still being written. `end`: where it begins. */
  | { readonly kind: 'unfinished'; readonly text: string; readonly end: number };

/**
 * All lines from a byte offset on, oldest first, in constant memory. Of what cannot be opened there are none.
 * @param from where a line begins
 */
export async function* linesOf(path: string, from = 0): AsyncGenerator<ReadLine> {
  for await (const block of lineBlocksOf(path, from)) yield* block;
}

/** As `linesOf`, many lines at a time: waiting for each costs more than parsing it. */
export async function* lineBlocksOf(
  path: string,
  from = 0,
): AsyncGenerator<readonly ReadLine[], void, undefined> {
  const opened = openUntrusted(path);
  if (opened.kind !== 'file') return;
  try {
    const cutter = lineCutter(from);
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let at = from, count = 1; ; count += 1) {
      const length =
        count % TURN_BLOCKS === 0
          ? await opened.file.readInto(block, at)
          : opened.file.readIntoNow(block, at);
      at += length;
      const lines = length === 0 ? cutter.rest() : cutter.cut(block.subarray(0, length));
      if (lines.length > 0) yield lines;
      if (length === 0) return;
    }
  } finally {
    opened.file.close();
  }
}

/** The record that a line holds; `unreadable` for whatever else it holds. */
export function recordOf(line: string): Record<string, unknown> | 'unreadable' {
  const value = tryParseJson(line);
  return isRecord(value) ? value : 'unreadable';
}

async function endsOf(file: UntrustedFile, limits: EndLimits): Promise<Ends> {
  const { size, modifiedAt } = file;
  const known = { kind: 'ends', size, modifiedAt } as const;
  if (size <= limits.headBytes + limits.tailBytes) {
    const bytes = await read(file, 0, size);
    const { lines, rest } = wholeLines(bytes);
    return {
      ...known,
      head: lines,
      tail: lines,
      whole: true,
      unfinished: rest,
      bytesRead: bytes.length,
    };
  }
  const first = await read(file, 0, limits.headBytes);
  const last = await read(file, size - limits.tailBytes, limits.tailBytes);
  const begin = last.indexOf(NEWLINE) + 1;
  // Without a newline all of it is the middle of a line.
  const { lines, rest } = wholeLines(
    begin === 0 ? last.subarray(last.length) : last.subarray(begin),
  );
  return {
    ...known,
    head: wholeLines(first).lines,
    tail: lines,
    whole: false,
    unfinished: rest,
    bytesRead: first.length + last.length,
  };
}

async function read(file: UntrustedFile, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, await file.readInto(bytes, at));
}

function wholeLines(bytes: Buffer): { lines: readonly string[]; rest: string | null } {
  const lines: string[] = [];
  let from = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
    lines.push(bytes.toString('utf8', from, at));
    from = at + 1;
  }
  return { lines, rest: from < bytes.length ? bytes.toString('utf8', from) : null };
}

interface LineCutter {
  cut(block: Buffer): readonly ReadLine[];
  rest(): readonly ReadLine[];
}

function lineCutter(from: number): LineCutter {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let end = from;
  const finish = (last: Buffer): ReadLine => {
    const bytes = heldBytes + last.length;
    end += bytes + 1;
    const parts = held;
    held = [];
    heldBytes = 0;
    if (bytes > MAX_LINE_BYTES) return { kind: 'too-long', bytes, end };
    const whole = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    return { kind: 'line', text: whole.toString('utf8'), end };
  };
  const hold = (part: Buffer): void => {
    heldBytes += part.length;
    if (heldBytes > MAX_LINE_BYTES) held = [];
    // A copy: the block is filled again.
    else if (part.length > 0) held.push(Buffer.from(part));
  };
  return {
    cut: (block) => {
      const first = block.indexOf(NEWLINE);
      const last = first === -1 ? -1 : block.lastIndexOf(NEWLINE);
      const lines: ReadLine[] = [];
      if (first !== -1) lines.push(finish(block.subarray(0, first)));
      if (last > first) {
        addLines(block.subarray(first + 1, last), end, lines);
        end += last - first;
      }
      hold(block.subarray(last + 1));
      return lines;
    },
    rest: () => {
      if (heldBytes === 0) return [];
      if (heldBytes > MAX_LINE_BYTES) return [{ kind: 'too-long', bytes: heldBytes, end }];
      return [{ kind: 'unfinished', text: Buffer.concat(held).toString('utf8'), end }];
    },
  };
}

/**
 * Many lines, decoded at once: each by itself costs more than finding where it ends.
 * @param bytes whole lines, without the last newline
 * @param from byte offset of their beginning
 */
function addLines(bytes: Buffer, from: number, lines: ReadLine[]): void {
  const text = bytes.toString('utf8');
  // A newline is never a part of another character, also where the bytes are not UTF-8.
  const isPlain = text.length === bytes.length;
  let byte = 0;
  for (let begin = 0; begin <= text.length;) {
    const found = text.indexOf('\n', begin);
    const stop = found === -1 ? text.length : found;
    const foundByte = isPlain ? stop : bytes.indexOf(NEWLINE, byte);
    byte = (foundByte === -1 ? bytes.length : foundByte) + 1;
    lines.push({ kind: 'line', text: text.slice(begin, stop), end: from + byte });
    begin = stop + 1;
  }
}
