/**
 * One message a line, over two streams. Unlike the one that comes with the SDK, it outlives a line that is too long: that
 * one is answered with an error, and the next is read as ever. And it takes no more than it answers: a client that asks on
 * and on, or reads no answer, is left waiting, and what it asks stays in its own pipe.
 */
import { Buffer } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

import { oneLine } from '../words/text.ts';

/** The longest report that a run may leave, written as codes, and words around it. */
export const MAX_LINE_BYTES = 6_500_000;
const ENDS_BYTES = 2_000;
/** Requests that are being answered at once; engines ask for a few. */
export const MAX_UNDER_WAY = 32;
const CANCELLED = 'notifications/cancelled';
const NEWLINE = 0x0a;

export interface LineStreams {
  readonly input: Readable;
  readonly output: Writable;
}

export function lineTransport({ input, output }: LineStreams): Transport {
  const transport: Transport = {
    start: () => {
      const lines = lineReader(
        (line) => pace.add(() => take(line)),
        (ends) => pace.add(() => tooLong(ends)),
      );
      input.on('data', (piece: Buffer) => {
        lines(piece);
        pace.goOn();
      });
      input.once('end', close);
      input.once('error', close);
      output.once('error', close);
      return Promise.resolve();
    },
    send: (message) => {
      if ('id' in message && !('method' in message)) pace.answered();
      const written = write(message);
      pace.goOn();
      return written;
    },
    close: async () => close(),
  };
  let open = true;
  const pace = paceOf({ input, output }, () => open);
  const close = (): void => {
    if (!open) return;
    open = false;
    input.pause();
    transport.onclose?.();
  };
  const write = (message: unknown): Promise<void> =>
    new Promise((resolve) => {
      if (!open || output.write(`${JSON.stringify(message)}\n`)) resolve();
      else output.once('drain', () => resolve());
    });
  const refuse = (
    id: string | number | null,
    error: { readonly code: number; readonly message: string },
  ): void => void write({ jsonrpc: '2.0', id, error });
  const take = (line: string): void => {
    const message = messageOf(line);
    // Every call is answered, also one that is called off: else none of those would count as under way.
    if (message !== null && 'method' in message && message.method === CANCELLED) return;
    if (message !== null && 'method' in message && 'id' in message) pace.asked();
    if (message !== null) transport.onmessage?.(message);
    else if (line.trim() !== '')
      refuse(idIn(line.slice(0, ENDS_BYTES)), {
        code: -32_700,
        message: `no message: ${oneLine(line, 80)}`,
      });
  };
  const tooLong = (ends: string): void =>
    refuse(idIn(ends), {
      code: -32_600,
      message: `the message has more than ${MAX_LINE_BYTES} bytes: say it shorter`,
    });
  return transport;
}

interface Pace {
  /** To be done in its turn. */
  add(step: () => void): void;
  asked(): void;
  answered(): void;
  goOn(): void;
}

/** Holds what came in one piece and may not be looked at yet; meanwhile nothing more is read. */
function paceOf({ input, output }: LineStreams, isOpen: () => boolean): Pace {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  output.on('drain', () => pace.goOn());
  const mayGo = (): boolean => isOpen() && underWay < MAX_UNDER_WAY && !output.writableNeedDrain;
  const pace: Pace = {
    add: (step) => void waiting.push(step),
    asked: () => void (underWay += 1),
    answered: () => void (underWay -= 1),
    goOn: () => {
      while (mayGo()) {
        const next = waiting.shift();
        if (next === undefined) {
          input.resume();
          return;
        }
        next();
      }
      input.pause();
    },
  };
  return pace;
}

function messageOf(line: string): JSONRPCMessage | null {
  try {
    const parsed = JSONRPCMessageSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Of the message itself: clients write it at its beginning or its end. */
function idIn(ends: string): string | number | null {
  const found = [...ends.matchAll(/"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")/g)].at(0)?.[1];
  if (found === undefined) return null;
  return found.startsWith('"') ? found.slice(1, -1) : Number(found);
}

/** Bytes to lines, holding no more of one than `MAX_LINE_BYTES`. */
function lineReader(
  onLine: (line: string) => void,
  onTooLong: (ends: string) => void,
): (piece: Buffer) => void {
  let held: Buffer[] = [];
  let bytes = 0;
  /** Of a line that is passed over: its beginning, and its end so far. */
  let skipped: { readonly head: string; tail: Buffer } | null = null;
  const finish = (): void => {
    if (skipped !== null) onTooLong(`${skipped.head}\n${skipped.tail.toString('latin1')}`);
    else onLine(Buffer.concat(held).toString('utf8').replace(/\r$/, ''));
    held = [];
    bytes = 0;
    skipped = null;
  };
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (skipped === null && bytes > MAX_LINE_BYTES) {
      const head = Buffer.concat([...held, part]).toString('latin1', 0, ENDS_BYTES);
      skipped = { head, tail: Buffer.alloc(0) };
      held = [];
    }
    if (skipped === null) held.push(part);
    else skipped.tail = Buffer.from(Buffer.concat([skipped.tail, part]).subarray(-ENDS_BYTES));
  };
  return (piece) => {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, from)) {
      keep(piece.subarray(from, at));
      finish();
      from = at + 1;
    }
    if (from < piece.length) keep(piece.subarray(from));
  };
}
