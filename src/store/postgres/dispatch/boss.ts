/**
 * pg-boss, by which machines share runs: a queue, and leases that end when nobody renews them. An optional dependency that asks
 * for a newer Node than the rest; loaded here alone, and only where runs are queued.
 */
import type { Db, PgBoss } from 'pg-boss';

import { platformFacts } from '../../../platform/environment.ts';
import { AppError } from '../../../words/errors.ts';
import type { Ask, Database } from '../database.ts';
import { migrateAlone } from '../migrate.ts';

/** Its tables: a schema of its own, so that it migrates them as it knows. */
export const BOSS_SCHEMA = 'roundsman_queue';
const LEAST_NODE = [22, 12] as const;
const NEEDS_NODE = 'Update Node to 22.12 or newer; records on PostgreSQL alone need 20.19.';

/** What of pg-boss is used. */
export type Boss = Pick<
  PgBoss,
  | 'createQueue'
  | 'insert'
  | 'fetch'
  | 'touch'
  | 'complete'
  | 'fail'
  | 'deleteJob'
  | 'supervise'
  | 'stop'
>;

/** Throws `missing` where it cannot work: Node is too old, it is not installed, its tables are not there or of another version. */
export async function openBoss(database: Database): Promise<Boss> {
  const boss = await newBoss(database, false);
  try {
    return await boss.start();
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError(
      'missing',
      {
        code: 'queue-not-made',
        message: `the database ${database.shown} has no queue that this Roundsman can use`,
        hint: 'Make it, once for all machines, or bring it up to date: roundsman fleet migrate',
      },
      { cause: thrown },
    );
  }
}

/** Makes its tables, or brings them up to date; safe to repeat. False where Node is too old for it. */
export async function migrateBoss(database: Database): Promise<boolean> {
  if (!isNodeNewEnough(platformFacts().node)) return false;
  const boss = await newBoss(database, true);
  try {
    // Two that make them at once would disturb each other.
    await migrateAlone(database, () => boss.start());
  } finally {
    await boss.stop({ close: false, graceful: false });
  }
  return true;
}

/** Statements of pg-boss within a transaction of ours. */
export function bossDatabase(ask: Ask): Db {
  return {
    executeSql: async (text, values = []) => {
      // Of several statements at once the driver gives none.
      const rows: readonly object[] | undefined = await ask(text, values);
      return { rows: [...(rows ?? [])] };
    },
  };
}

/** @param version `22.12.0` */
export function isNodeNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
}

async function newBoss(database: Database, migrate: boolean): Promise<PgBoss> {
  const { PgBoss: Made } = await loadBoss();
  const boss = new Made({
    db: bossDatabase(database.write),
    schema: BOSS_SCHEMA,
    migrate,
    // Called by the planner, when it may.
    supervise: false,
    schedule: false,
    registerInstance: false,
    monitorIntervalSeconds: 1,
    openTelemetry: { enabled: false },
  });
  // What it meets in calls of ours it also throws there; without a listener it would end the process.
  boss.on('error', () => undefined);
  return boss;
}

async function loadBoss(): Promise<{ readonly PgBoss: typeof PgBoss }> {
  const { node } = platformFacts();
  if (!isNodeNewEnough(node))
    throw new AppError('missing', {
      code: 'queue-needs-node',
      message: `a queue of runs needs Node ${LEAST_NODE.join('.')}, and this is ${node}`,
      hint: NEEDS_NODE,
    });
  try {
    return await import('pg-boss');
  } catch (thrown) {
    throw new AppError(
      'missing',
      {
        code: 'queue-driver-missing',
        message: 'a queue of runs needs the package pg-boss, which is not installed',
        hint: 'Install Roundsman with its optional dependencies: npm install --include=optional roundsman',
      },
      { cause: thrown },
    );
  }
}
