/**
 * A lock between processes, as a file that names its holder. A holder that died is found out by pid, start
 * time and boot id, and its lock is broken; breaking is itself guarded, so that two breakers cannot both win.
 */
import { AppError } from '../words/errors.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';
import type { Clock } from './clock.ts';
import {
  createExclusively,
  readTextIfThere,
  removeTree,
  writeAside,
  type WaitingFile,
} from './files.ts';
import { isRecord, tryParseJson } from './json.ts';
import { isAlive, ownIdentity } from './process-identity.ts';

/**
 * The longest pause between two attempts of a waiting process. There is no queue: a process that tries rarely can be passed
 * over for seconds by a holder that takes the lock again as soon as it has released it.
 */
const LONGEST_PAUSE_MS = 20;

export interface LockRequest {
  readonly path: string;
  readonly clock: Clock;
  /** How long to wait for the holder; then an AppError names it. */
  readonly waitMs: number;
}

/** Runs `work` while holding the lock. Not re-entrant. */
export async function withLock<Result>(
  request: LockRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  await acquire(request);
  try {
    return await work();
  } finally {
    await removeTree(request.path);
  }
}

async function acquire(request: LockRequest): Promise<void> {
  const content = JSON.stringify(ownIdentity());
  const waiting = await writeAside(request.path, content);
  try {
    await place(waiting, request, content);
  } finally {
    await waiting.discard();
  }
}

async function place(
  waiting: WaitingFile,
  { path, clock, waitMs }: LockRequest,
  content: string,
): Promise<void> {
  const deadline = clock.monotonic() + waitMs;
  for (let attempt = 0; ; attempt += 1) {
    if (await waiting.place()) return;
    const holder = parseIdentity(await readTextIfThere(path));
    if (holder !== null && !isAlive(holder)) {
      await breakLock(path, content);
      continue;
    }
    if (clock.monotonic() > deadline) {
      throw new AppError('refused', {
        code: 'locked',
        message: `the lock ${path} is held by process ${holder?.pid ?? 'unknown'}`,
        hint: 'Another roundsman command is at work here; try again in a moment.',
      });
    }
    await clock.sleep(Math.min(5 + attempt * 5, LONGEST_PAUSE_MS));
  }
}

export type TakenLock =
  | { readonly kind: 'taken'; release(): Promise<void> }
  /** `content` is what the holder wrote when it took it. */
  | { readonly kind: 'held'; readonly holder: ProcessIdentity; readonly content: string };

/**
 * Takes the lock for as long as this process lives, or until it releases it; the lock of a dead holder is taken over.
 * `note` is stored beside our identity, for a process that finds the lock held.
 */
export async function takeLock(
  { path, clock }: Pick<LockRequest, 'path' | 'clock'>,
  note: Readonly<Record<string, string>>,
): Promise<TakenLock> {
  const content = JSON.stringify({ ...ownIdentity(), ...note });
  for (let attempt = 0; ; attempt += 1) {
    if (await createExclusively(path, content))
      return { kind: 'taken', release: () => removeTree(path) };
    const found = await readTextIfThere(path);
    const holder = parseIdentity(found);
    if (found !== null && holder !== null && isAlive(holder))
      return { kind: 'held', holder, content: found };
    if (holder !== null) await breakLock(path, content);
    if (found !== null && holder === null) {
      throw new AppError('refused', {
        code: 'lock-foreign',
        message: `the lock ${path} names no process: it was not written by Roundsman`,
        hint: 'Look at it, and remove it when nothing needs it.',
      });
    }
    await clock.sleep(Math.min(attempt * 5, 100));
  }
}

/** Only the holder of the breaker may remove a dead holder's lock, and it looks once more before it does. */
async function breakLock(path: string, content: string): Promise<void> {
  const breaker = `${path}.breaker`;
  if (!(await createExclusively(breaker, content))) {
    const other = parseIdentity(await readTextIfThere(breaker));
    if (other !== null && !isAlive(other)) await removeTree(breaker);
    return;
  }
  try {
    const holder = parseIdentity(await readTextIfThere(path));
    if (holder !== null && !isAlive(holder)) await removeTree(path);
  } finally {
    await removeTree(breaker);
  }
}

/** `null` for a text that names no process: the file vanished, or another program wrote it. */
export function parseIdentity(text: string | null): ProcessIdentity | null {
  const value = text === null ? undefined : tryParseJson(text);
  if (!isRecord(value)) return null;
  const { pid, startTime, bootId, machine } = value;
  if (typeof pid !== 'number' || typeof startTime !== 'string' || typeof bootId !== 'string')
    return null;
  return { pid, startTime, bootId, ...(typeof machine === 'string' ? { machine } : {}) };
}
