/** Who lost a lock writes no more: the connection that held it is gone, and another process may hold it now. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { AppError } from '../../words/errors.ts';

export interface HeldLock {
  lost: boolean;
}

const held = new AsyncLocalStorage<readonly HeldLock[]>();

/** Writes of `work`, and of all that it calls, are refused once the lock is lost. */
export function underLock<Result>(lock: HeldLock, work: () => Promise<Result>): Promise<Result> {
  return held.run([...(held.getStore() ?? []), lock], work);
}

export function refuseLostLock(): void {
  if (held.getStore()?.some(({ lost }) => lost) !== true) return;
  throw new AppError('failed', {
    code: 'store-away',
    message: 'the connection to the database broke while a lock was held: nothing more was written',
    hint: 'Give the command again.',
  });
}
