/** Reading what a hostile process may have put there. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, closeSync, fstatSync, openSync, read, readSync, type Stats } from 'node:fs';
import { open, type FileHandle, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

import { uniqueName } from './many-files.ts';
import { systemErrorCode } from './system-error.ts';

export type UntrustedRead =
  | { readonly kind: 'content'; readonly bytes: Buffer }
  | { readonly kind: 'nothing' }
  /** A link, a FIFO, a folder, or more than `maxBytes`. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Reads a file that a hostile process may have put there: no links, no blocking on a FIFO, a size limit.
 * Only the last part of the path is checked for links; the folder has to be checked by the caller, once.
 */
export async function readUntrusted(path: string, maxBytes: number): Promise<UntrustedRead> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'nothing' };
    if (code === 'ELOOP' || code === 'EMLINK')
      return { kind: 'refused', reason: 'it is a symbolic link' };
    return { kind: 'refused', reason: `it cannot be opened (${code ?? 'unknown error'})` };
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return { kind: 'refused', reason: 'it is not a regular file' };
    if (facts.size > maxBytes) {
      return { kind: 'refused', reason: `it has ${facts.size} bytes, the limit is ${maxBytes}` };
    }
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    while (length <= maxBytes) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) return { kind: 'content', bytes: buffer.subarray(0, length) };
      length += bytesRead;
    }
    return {
      kind: 'refused',
      reason: `it grew past the limit of ${maxBytes} bytes while it was read`,
    };
  } finally {
    await file.close();
  }
}

// A file that a hostile process may have put there, opened once and read in pieces.
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

// Copies a file that a hostile process may have made, if its bytes have the hash that it is known by.
export interface KnownContent {
  /** Hex, 128 characters. */
  readonly sha512: string;
  /** Of more nothing is copied. */
  readonly maxBytes: number;
}

const PIECE_BYTES = 1_048_576;

/**
 * Over whatever is at `to`, at once. Links, pipes and what has another hash are left where they are. Gives how many bytes
 * were copied. Throws where `to` cannot be written.
 */
export async function copyByHash(
  from: string,
  to: string,
  { sha512, maxBytes }: KnownContent,
): Promise<number> {
  const opening = openUntrusted(from);
  if (opening.kind !== 'file') return 0;
  const { file } = opening;
  const waiting = uniqueName(to);
  try {
    if (file.size > maxBytes) return 0;
    const hash = createHash('sha512');
    const target = await open(waiting, 'wx', 0o600);
    let length = 0;
    try {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, file.size + 1));
      for (;;) {
        const got = await file.readInto(piece, length);
        if (got === 0) break;
        length += got;
        if (length > maxBytes) return 0;
        hash.update(piece.subarray(0, got));
        // Unlike `write`, it continues where the disk takes only a part.
        await target.appendFile(piece.subarray(0, got));
      }
    } finally {
      await target.close();
    }
    if (hash.digest('hex') !== sha512) return 0;
    await rename(waiting, to);
    return length;
  } finally {
    file.close();
    await rm(waiting, { force: true });
  }
}
