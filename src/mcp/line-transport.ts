/**
 * One message a line, over two streams. Unlike the one that comes with the SDK, it outlives a line that is too long: that
 * one is answered with an error, and the next is read as ever.
 */
import { Buffer } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

import { oneLine } from '../domain/text.ts';

/** The longest report that a run may leave, written as codes, and words around it. */
export const MAX_LINE_BYTES = 6_500_000;
const ENDS_BYTES = 2_000;
const NEWLINE = 0x0a;

export interface LineStreams {
  readonly input: Readable;
  readonly output: Writable;
}

export function lineTransport({ input, output }: LineStreams): Transport {
  const transport: Transport = {
    start: () => {
      const lines = lineReader(take, tooLong);
      input.on('data', (piece: Buffer) => lines(piece));
      input.once('end', close);
      input.once('error', close);
      output.once('error', close);
      return Promise.resolve();
    },
    send: (message) => write(message),
    close: () => {
      close();
      return Promise.resolve();
    },
  };
  let open = true;
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
