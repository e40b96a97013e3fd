/** Compare and set: a record is replaced only where it is still what was read. */
import { systemClock } from '../../platform/clock.ts';
import { writeDurably } from '../../platform/files.ts';
import { withLock } from '../../platform/lock.ts';
import { refuseChanged } from '../revision.ts';

/** Reading and writing one small file takes milliseconds. */
const WAIT_MS = 10_000;

export interface ReplaceRequest {
  readonly path: string;
  /** `recordLock`. */
  readonly lock: string;
  /** For the words of a refusal: `the item RM-1`. */
  readonly what: string;
  /** As it was read; `null`: there was none. */
  readonly before: object | null;
  readonly after: object;
  /** As it is now; `null`: it is gone, or cannot be read. */
  readonly read: () => Promise<object | null>;
}

/** Durable when it resolves. Throws `refused` / `changed-meanwhile`, and writes nothing then. */
export async function replaceRecord(request: ReplaceRequest): Promise<void> {
  const { path, lock, what, before, after, read } = request;
  // Held for the comparison alone, whatever other lock the caller holds: nothing is waited for under it.
  await withLock({ path: lock, clock: systemClock, waitMs: WAIT_MS }, async () => {
    refuseChanged(what, before, await read());
    await writeDurably(path, JSON.stringify(after));
  });
}
