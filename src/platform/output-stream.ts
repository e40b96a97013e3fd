/**
 * stdout and stderr of this process. Streams of Node are opened only for a terminal, or when the other side does not keep up:
 * opening one loads Node's networking, which takes as long as a short command.
 */
import { fstatSync, statSync, writeSync } from 'node:fs';

import { systemErrorCode } from './system-error.ts';

export interface OutputStream {
  readonly isTerminal: boolean;
  /** Of the terminal, as it is now; `null` where it is none. */
  readonly columns: number | null;
  /** In the order of the calls, also where some of it has to wait. A closed pipe (`| head`) ends this process quietly. */
  write(text: string): void;
}

/** @param descriptor 1 or 2 */
export function openOutput(descriptor: 1 | 2): OutputStream {
  const mayBeTerminal = isDevice(descriptor);
  let opened: NodeJS.WriteStream | null = null;
  const stream = (): NodeJS.WriteStream => {
    if (opened !== null) return opened;
    opened = descriptor === 1 ? process.stdout : process.stderr;
    opened.on('error', endIfClosed);
    return opened;
  };
  return {
    isTerminal: mayBeTerminal && stream().isTTY,
    get columns() {
      // A terminal without a window has none.
      const columns = mayBeTerminal ? (stream().columns ?? 0) : 0;
      return columns > 0 ? columns : null;
    },
    write: (text) => {
      const rest = mayBeTerminal || opened !== null ? text : writtenAtOnce(descriptor, text);
      if (rest.length > 0) stream().write(rest);
    },
  };
}

/** Every terminal is one; /dev/null is meant for none. True also where that cannot be told. */
export function isDevice(descriptor: number): boolean {
  try {
    const facts = fstatSync(descriptor);
    if (facts.isFile() || facts.isFIFO() || facts.isSocket()) return false;
    return facts.rdev !== statSync('/dev/null').rdev;
  } catch {
    return true;
  }
}

/** @returns what could not be written without waiting */
function writtenAtOnce(descriptor: number, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(descriptor, bytes, done);
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'EAGAIN') endIfClosed(thrown);
  }
  return bytes.subarray(done);
}

/** The reader is gone; the second of a socket that it had not read to the end. */
const CLOSED = new Set(['EPIPE', 'ECONNRESET']);

function endIfClosed(error: unknown): void {
  if (CLOSED.has(systemErrorCode(error) ?? '')) process.exit(process.exitCode ?? 0);
  throw error;
}
