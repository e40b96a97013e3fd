/** How a database is, for people. */
import { asAppError } from '../../words/errors.ts';
import type { FleetView } from '../dispatch-port.ts';
import type { StoreFacts, StorePlace, StoreRequest } from '../store-facts.ts';
import { openDatabase, type Database, shownIn } from './database.ts';
import { migrateBoss } from './dispatch/boss.ts';
import { rowDispatch, readPlanner } from './dispatch/row-dispatch.ts';
import { migrate, readVersion, requireSchema, type Migrated, SCHEMA_VERSION } from './migrate.ts';

/** @param workspace its id there; `null`: it has no records there. Never rejects. */
export async function readStore(
  request: StoreRequest,
  workspace: string | null,
): Promise<StoreFacts> {
  const facts: StoreFacts = {
    address: shownIn(request.env, request.variable),
    schema: null,
    wanted: SCHEMA_VERSION,
    connections: null,
    places: [],
    fault: null,
  };
  const database = openDatabase(request);
  try {
    const schema = await readVersion(database);
    const [row] = await database.read<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name like 'roundsman/%'`,
    );
    const found = { ...facts, schema, connections: row?.count ?? null };
    try {
      await requireSchema(database);
      return { ...found, places: workspace === null ? [] : await readPlaces(database, workspace) };
    } catch (thrown) {
      return { ...found, fault: asAppError(thrown) };
    }
  } catch (thrown) {
    return { ...facts, fault: asAppError(thrown) };
  } finally {
    await database.end();
  }
}

export async function migrateStore(
  request: StoreRequest,
): Promise<Migrated & { readonly queue: boolean }> {
  const database = openDatabase(request);
  try {
    const migrated = await migrate(database);
    return { ...migrated, queue: await migrateBoss(database) };
  } finally {
    await database.end();
  }
}

/** Never rejects. */
export async function readFleetView(request: StoreRequest, workspace: string): Promise<FleetView> {
  const database = openDatabase(request);
  try {
    const { workers, queue } = rowDispatch({ database, workspace }, '');
    return {
      planner: await readPlanner(database.read, { workspace }),
      workers: await workers.list(),
      waiting: await queue.waiting(),
      unreadable: await queue.unreadable(),
      fault: null,
    };
  } catch (thrown) {
    return { planner: null, workers: [], waiting: [], unreadable: [], fault: asAppError(thrown) };
  } finally {
    await database.end();
  }
}

async function readPlaces(database: Database, workspace: string): Promise<readonly StorePlace[]> {
  const rows = await database.read<{ id: string; host: string; at: Date; runs: number }>(
    `select p.id, p.host, p.joined_at as at,
       (select count(*)::integer from roundsman.runs r where r.workspace = p.workspace and r.place = p.id) as runs
     from roundsman.places p where p.workspace = $1 order by p.joined_at, p.id`,
    [workspace],
  );
  return rows.map(({ id, host, at, runs }) => ({ id, host, runs, joinedAt: at.toISOString() }));
}
