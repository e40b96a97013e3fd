/** A file that a hostile process may have put there, opened once and read in pieces. */
import type { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, read, readSync, type Stats } from 'node:fs';
import { promisify } from 'node:util';

import { systemErrorCode } from './system-error.ts';

export interface UntrustedFile {
  /** Bytes when it was opened; it may have grown or shrunk since. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Fills `into` from byte `at` on and says how many bytes it got; fewer only at the end of the file. */
  readInto(into: Buffer, at: number): Promise<number>;
  /** The same while everybody waits: a thread costs more than what a small piece takes. */
  readIntoNow(into: Buffer, at: number): number;
  close(): void;
}

export type UntrustedOpening =
  | { readonly kind: 'file'; readonly file: UntrustedFile }
  | { readonly kind: 'nothing' }
  /** A link, a FIFO, a socket, a device, a folder, or nothing that this user may read. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Opens as `readUntrusted` does: no links, never blocks, plain files only. The caller closes the file. */
export function openUntrusted(path: string): UntrustedOpening {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    return whyNotOpened(systemErrorCode(thrown));
  }
  const facts = factsOf(file);
  if (facts === null || !facts.isFile()) {
    closeSync(file);
    return { kind: 'refused', reason: 'it is not a regular file' };
  }
  return {
    kind: 'file',
    file: {
      size: facts.size,
      modifiedAt: facts.mtimeMs,
      readInto: (into, at) => fill(file, into, at),
      readIntoNow: (into, at) => fillNow(file, into, at),
      close: () => closeSync(file),
    },
  };
}

function factsOf(file: number): Stats | null {
  try {
    return fstatSync(file);
  } catch {
    return null;
  }
}

function whyNotOpened(code: string | null): UntrustedOpening {
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'nothing' };
  if (code === 'ELOOP' || code === 'EMLINK')
    return { kind: 'refused', reason: 'it is a symbolic link' };
  // A socket has no way to be opened.
  if (code === 'ENXIO') return { kind: 'refused', reason: 'it is not a regular file' };
  return { kind: 'refused', reason: `it cannot be opened (${code ?? 'unknown error'})` };
}

const readPiece = promisify(read);

async function fill(file: number, into: Buffer, at: number): Promise<number> {
  let length = 0;
  while (length < into.length) {
    const { bytesRead } = await readPiece(file, into, length, into.length - length, at + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

function fillNow(file: number, into: Buffer, at: number): number {
  let length = 0;
  while (length < into.length) {
    const bytesRead = readSync(file, into, length, into.length - length, at + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
