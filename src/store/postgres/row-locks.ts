/**
 * Locks over all machines that share the records: advisory locks of a connection, so that they are free again as soon as it
 * is gone. Who waits in one process waits in line, and one connection a lock is enough.
 */
import type { PoolClient } from 'pg';

import { sha256 } from '../../platform/hash.ts';
import { AppError } from '../../words/errors.ts';
import type { Exclusively } from '../ports.ts';
import type { Locks } from '../stores.ts';
import { listen } from './database.ts';
import { underLock, type HeldLock } from './lock-fence.ts';
import type { RowsOf } from './row-texts.ts';
import { codeOf, LOCK_TIMEOUT, storeError, storeGone } from './store-errors.ts';

/** Writing takes milliseconds; if the wait is longer than this, the holder hangs. */
const WAIT_MS = 10_000;
/** A tracker may have limits waited out in between. */
const TRACKER_WAIT_MS = 10 * 60_000;

export function rowLocks(rows: RowsOf): Locks & { readonly enabled: Exclusively } {
  return {
    admission: rowLock(rows, 'admission'),
    ledger: rowLock(rows, 'ledger'),
    messages: rowLock(rows, 'messages'),
    tracker: rowLock(rows, 'tracker', TRACKER_WAIT_MS),
    usage: rowLock(rows, 'usage'),
    enabled: rowLock(rows, 'enabled'),
  };
}

function rowLock(rows: RowsOf, name: string, waitMs = WAIT_MS): Exclusively {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(() => holding({ rows, name, waitMs }, work));
    last = mine.catch(() => undefined);
    return mine;
  };
}

interface LockRequest {
  readonly rows: RowsOf;
  readonly name: string;
  readonly waitMs: number;
}

async function holding<Result>(request: LockRequest, work: () => Promise<Result>): Promise<Result> {
  const { database } = request.rows;
  const client = await database.connect();
  const lock: HeldLock = { lost: false };
  const stopListening = listen(client, () => {
    lock.lost = true;
  });
  try {
    await take(client, request);
    return await underLock(lock, work);
  } finally {
    // Where unlocking fails the connection goes, and the lock with it.
    const isFree = await unlock(client, request).catch(() => false);
    client.release(!isFree);
    stopListening();
  }
}

async function take(client: PoolClient, request: LockRequest): Promise<void> {
  const { database, workspace } = request.rows;
  for (let waited = WAIT_MS; !(await tryTaking(client, request)); waited += WAIT_MS)
    if (waited >= request.waitMs) throw await heldBy(request);
  const there = await client
    .query('select from roundsman.workspaces where id = $1', [workspace])
    .catch((thrown: unknown) => {
      throw storeError(thrown, database.shown);
    });
  if (there.rowCount === 0) throw storeGone(database.shown);
}

/** False: it is held by another. */
async function tryTaking(client: PoolClient, { rows, name }: LockRequest): Promise<boolean> {
  try {
    // One round: numbers only, none of them from outside.
    await client.query(
      `set lock_timeout = ${WAIT_MS}; select pg_advisory_lock(${lockKey(rows, name)})`,
    );
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === LOCK_TIMEOUT) return false;
    throw storeError(thrown, rows.database.shown);
  }
}

async function unlock(client: PoolClient, { rows, name }: LockRequest): Promise<boolean> {
  await client.query(`select pg_advisory_unlock(${lockKey(rows, name)}); reset lock_timeout`);
  return true;
}

async function heldBy({ rows, name }: LockRequest): Promise<AppError> {
  const { database } = rows;
  const [holder] = await database
    .read<{ who: string }>(
      `select a.application_name || ' at ' || coalesce(host(a.client_addr), 'the database') as who
       from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.granted and l.objsubid = 1
         and (l.classid::bigint << 32) | l.objid::bigint = ${lockKey(rows, name)}`,
    )
    .catch(() => []);
  return new AppError('refused', {
    code: 'locked',
    message: `the lock \`${name}\` of ${database.shown} is held by ${holder?.who ?? 'another process'}`,
    hint: 'Another roundsman command is at work here; try again in a moment.',
  });
}

/** 64 bits, with a sign. */
export function lockKey({ workspace }: Pick<RowsOf, 'workspace'>, name: string): bigint {
  const bits = sha256(`roundsman lock\n${workspace}\n${name}`).slice(0, 16);
  return BigInt.asIntN(64, BigInt(`0x${bits}`));
}
