/** One daemon of a workspace plans: the one whose connection holds an advisory lock, which is free when that is gone. */
import type { PoolClient } from 'pg';

import type { Machine, Planner } from '../../dispatch-port.ts';
import { listen, type Ask } from '../database.ts';
import { lockKey } from '../row-locks.ts';
import type { RowsOf } from '../row-texts.ts';
import { storeError } from '../store-errors.ts';

const NAME = 'planner';
/** Read back by `readPlanner`. */
const PLANS = 'roundsman/plans/';

export function rowPlanner(
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
