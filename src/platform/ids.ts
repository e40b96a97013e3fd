import { randomBytes, randomUUID } from 'node:crypto';

import { encodeTime, monotonicFactory } from 'ulid';

import { AppError } from '../words/errors.ts';
import { isRunId, type RunId } from '../words/ids.ts';

const ulid = monotonicFactory();

/** A new run id: a ULID in lower case, later ones sort after earlier ones. */
export function newRunId(now: Date): RunId {
  const id = ulid(now.getTime()).toLowerCase();
  if (!isRunId(id)) {
    throw new AppError('internal', {
      code: 'bad-id',
      message: `made a malformed run id: ${id}`,
      hint: '',
    });
  }
  return id;
}

/** Sorts before the id of every run that was admitted at that time or later, and after those before. */
export function firstIdAt(time: Date): string {
  return encodeTime(time.getTime()).toLowerCase();
}

export function newUuid(): string {
  return randomUUID();
}

/** Unguessable: 32 random bytes, as text that fits into a header and a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
