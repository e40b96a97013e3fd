/** From chunks of bytes to lines, in memory that a line cannot blow up. Built-ins only. */
import { Buffer } from 'node:buffer';

export interface LineSplitter {
  write(chunk: Uint8Array): void;
  /** What stands after the last newline, if anything. */
  end(): void;
}

export interface LineListener {
  readonly onLine: (text: string) => void;
  /** One that was longer than that; its bytes were passed over. */
  readonly onLong: (bytes: number) => void;
}

const NEWLINE = 0x0a;

/** @param maxBytes of one line */
export function splitLines(maxBytes: number, { onLine, onLong }: LineListener): LineSplitter {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length > maxBytes) parts = [];
    // A copy: a small slice would hold on to the whole chunk it was cut from.
    else if (bytes.length > 0) parts.push(Buffer.from(bytes));
  };
  const finish = (last: Uint8Array): void => {
    if (length + last.length > maxBytes) onLong(length + last.length);
    else if (parts.length === 0) onLine(textOf(last));
    else onLine(textOf(Buffer.concat([...parts, last])));
    parts = [];
    length = 0;
  };
  return {
    write: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        finish(chunk.subarray(from, at));
        from = at + 1;
      }
      add(chunk.subarray(from));
    },
    end: () => {
      if (length > 0) finish(new Uint8Array());
    },
  };
}

function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
