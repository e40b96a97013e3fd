/** How runs of a workspace on PostgreSQL reach workers. */
import type { PoolClient } from 'pg';

import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { AppError } from '../../../words/errors.ts';
import { isRunId } from '../../../words/ids.ts';
import {
  type Dispatch,
  type Machine,
  type Planner,
  WORKER_GONE_MS,
  type StopRequest,
  type WorkerEntry,
  type Workers,
} from '../../dispatch-port.ts';
import { listen, type Ask, type Database } from '../database.ts';
import { requireSchema } from '../migrate.ts';
import { lockKey } from '../row-locks.ts';
import type { RowsOf } from '../row-texts.ts';
import { storeError } from '../store-errors.ts';
import { rowQueue } from './row-queue.ts';

export function rowDispatch(rows: RowsOf, place: string): Dispatch {
  const { database, workspace } = rows;
  const planner = rowPlanner(rows, place);
  const queue = rowQueue(rows);
  return {
    place,
    planner,
    queue,
    workers: rowWorkers({ ...rows, place }),
    stop: async (run, how, reason) => {
      const asked = await database.write(
        `update roundsman.runs r set stop = $3 from roundsman.workers w
         where r.workspace = $1 and r.id = $2 and not r.is_ended
           and w.workspace = r.workspace and w.place = r.place returning r.id`,
        [workspace, run, JSON.stringify({ how, reason })],
      );
      return asked.length > 0;
    },
    endElsewhere: async (run, record) => {
      const own = [workspace, run, place];
      if (record === null)
        await database.write(
          'delete from roundsman.runs where workspace = $1 and id = $2 and place <> $3',
          own,
        );
      else
        await database.write(
          `update roundsman.runs set is_ended = true, record = $4
           where workspace = $1 and id = $2 and place <> $3 and not is_ended`,
          [...own, JSON.stringify(record)],
        );
    },
    close: async () => {
      await Promise.all([planner.close(), queue.close()]);
    },
  };
}

// One daemon of a workspace plans: the one whose connection holds an advisory lock, which is free when that is gone.
const NAME = 'planner';
/** Read back by `readPlanner`. */
const PLANS = 'roundsman/plans/';

function rowPlanner(
  rows: RowsOf,
  place: string,
): Planner & { readonly close: () => Promise<void> } {
  const { database } = rows;
  let held: PoolClient | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const stillHeld = async (client: PoolClient): Promise<boolean> => {
    try {
      // A connection that is gone may not know it yet.
      await client.query('select');
      return true;
    } catch (thrown) {
      held = null;
      client.release(true);
      throw storeError(thrown, database.shown);
    }
  };
  const take = async (): Promise<boolean> => {
    const client = await database.connect();
    const stopListening = listen(client);
    try {
      const { rows: found } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(${lockKey(rows, NAME)}) as mine`,
      );
      if (found[0]?.mine === true) {
        await client.query("select set_config('application_name', $1, false)", [PLANS + place]);
        held = client;
        return true;
      }
      client.release();
      stopListening();
      return false;
    } catch (thrown) {
      client.release(true);
      throw storeError(thrown, database.shown);
    }
  };
  return {
    isMine: () => {
      const ask = (): Promise<boolean> => (held === null ? take() : stillHeld(held));
      const mine = last.then(ask);
      last = mine.catch(() => undefined);
      return mine;
    },
    who: () => readPlanner(database.read, rows),
    close: async () => {
      await last;
      held?.release(true);
      held = null;
    },
  };
}

/** `null`: none plans. */
export async function readPlanner(
  ask: Ask,
  rows: Pick<RowsOf, 'workspace'>,
): Promise<Machine | null> {
  const [found] = await ask<Machine>(
    `select p.id as place, p.host from pg_locks l join pg_stat_activity a using (pid)
       join roundsman.places p on a.application_name = $2 || p.id
     where p.workspace = $1 and l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and (l.classid::bigint << 32) | l.objid::bigint = ${lockKey(rows, NAME)}`,
    [rows.workspace, PLANS],
  );
  return found ?? null;
}

// The workers of a workspace as rows: each reports itself, and is told which of its runs are to stop.
interface WorkerRow {
  readonly place: string;
  readonly host: string;
  readonly labels: readonly string[];
  readonly places: number;
  readonly runs: readonly string[];
  readonly draining: boolean;
  readonly silent_ms: number;
}

function rowWorkers({ database, workspace, place }: RowsOf & { place: string }): Workers {
  return {
    report: async ({ host, labels, places, runs, draining }) => {
      // A newer Roundsman may have migrated since this process began: that only adds, so the others are still told.
      const refusal = await schemaRefusal(database);
      await database.write(
        `insert into roundsman.workers (workspace, place, host, labels, places, runs, draining)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (workspace, place) do update set host = excluded.host, labels = excluded.labels,
           places = excluded.places, runs = excluded.runs, draining = excluded.draining,
           seen_at = clock_timestamp()`,
        [workspace, place, host, labels, places, runs, draining || refusal !== null],
      );
      if (refusal !== null) throw refusal;
      const asked = await database.read<{ id: string; stop: string }>(
        `select id, stop from roundsman.runs
         where workspace = $1 and place = $2 and not is_ended and stop is not null`,
        [workspace, place],
      );
      return asked.flatMap(stopIn);
    },
    leave: async () => {
      await database.write('delete from roundsman.workers where workspace = $1 and place = $2', [
        workspace,
        place,
      ]);
    },
    list: async () => {
      const rows = await database.read<WorkerRow>(
        `select place, host, labels, places, runs, draining,
           (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as silent_ms
         from roundsman.workers
         where workspace = $1 and seen_at > clock_timestamp() - $2 * interval '1 millisecond'
         order by host, place`,
        [workspace, WORKER_GONE_MS],
      );
      return rows.map(({ silent_ms: silentMs, runs, ...row }): WorkerEntry => ({
        ...row,
        runs: runs.filter((run) => isRunId(run)),
        silentMs: Math.round(silentMs),
      }));
    },
  };
}

async function schemaRefusal(database: Database): Promise<AppError | null> {
  try {
    await requireSchema(database);
    return null;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.reason === 'store-newer') return thrown;
    throw thrown;
  }
}

function stopIn({ id, stop }: { readonly id: string; readonly stop: string }): StopRequest[] {
  const wish = tryParseJson(stop);
  if (!isRunId(id) || !isRecord(wish)) return [];
  const { how, reason } = wish;
  return typeof reason === 'string' && (how === 'cancel' || how === 'terminate')
    ? [{ run: id, how, reason }]
    : [];
}
