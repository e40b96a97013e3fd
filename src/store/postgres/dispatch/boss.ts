/**
 * pg-boss, by which machines share runs: a queue, and leases that end when nobody renews them. An optional dependency that asks
 * for a newer Node than the rest; loaded here alone, and only where runs are queued.
 */
import type { Db, PgBoss, JobInsert } from 'pg-boss';

import { platformFacts } from '../../../platform/environment.ts';
import { sha256 } from '../../../platform/hash.ts';
import { isRecord } from '../../../platform/json.ts';
import { AppError } from '../../../words/errors.ts';
import { groupBy } from '../../../words/group-by.ts';
import { isRoutineId, isRunId, isSlotKey, type RunId } from '../../../words/ids.ts';
import { LEASE_MS, type QueuedRun } from '../../dispatch-port.ts';
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

// A queued run as pg-boss keeps it: its queue, its job, and what is read from there.
const DAY_S = 86_400;
/** `insert` of pg-boss takes what its checks of a whole queue would not: how long a run may take is the routine's to say. */
const NEVER_S = 3_650 * DAY_S;

/** Of each queue. Another attempt is for our own rules to decide. */
export const QUEUE = {
  policy: 'standard',
  retryLimit: 0,
  heartbeatSeconds: LEASE_MS / 1_000,
  retentionSeconds: NEVER_S,
  deleteAfterSeconds: 7 * DAY_S,
} as const;

export function jobOf(job: QueuedRun): JobInsert {
  return {
    id: jobId(job.run),
    data: job,
    retryLimit: 0,
    expireInSeconds: NEVER_S,
    heartbeatSeconds: LEASE_MS / 1_000,
  };
}

/** Follows from the run: a run has one job. */
export function jobId(run: RunId): string {
  return sha256(`roundsman run ${run}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** One for each set of labels of a workspace. */
export function queueName(workspace: string, labels: readonly string[]): string {
  const own = labels.toSorted().join('\n');
  return `run.${sha256(workspace).slice(0, 16)}.${sha256(own).slice(0, 16)}`;
}

export function byQueue(
  workspace: string,
  jobs: readonly QueuedRun[],
): ReadonlyMap<string, readonly QueuedRun[]> {
  return groupBy(jobs, ({ runsOn }) => queueName(workspace, runsOn));
}

interface ReadJob {
  readonly id: string;
  readonly queue: string;
  readonly queuedAt: string;
  readonly job: QueuedRun;
}

export interface ReadJobs {
  /** Oldest first. */
  readonly jobs: readonly ReadJob[];
  /** Ids of jobs that tell nothing. */
  readonly unreadable: readonly string[];
}

/** @param where a condition of ours on `j`, the job, with `$1` for the workspace */
export async function readJobs(
  ask: Ask,
  { workspace, where }: { readonly workspace: string; readonly where: string },
): Promise<ReadJobs> {
  const rows = await ask<{ id: string; name: string; at: Date; data: unknown }>(
    `select j.id, j.name, j.created_on as at, j.data
     from ${BOSS_SCHEMA}.job j join roundsman.queues q using (name)
     where q.workspace = $1 and ${where} order by j.created_on, j.id`,
    [workspace],
  );
  const jobs: ReadJob[] = [];
  const unreadable: string[] = [];
  for (const { id, name, at, data } of rows) {
    const job = queuedRunIn(data);
    if (job === null) unreadable.push(id);
    else jobs.push({ id, queue: name, queuedAt: at.toISOString(), job });
  }
  return { jobs, unreadable };
}

/** Written by a planner, maybe of another version. */
export function queuedRunIn(value: unknown): QueuedRun | null {
  if (!isRecord(value) || !isRecord(value['policy'])) return null;
  const { run, routine, key, runsOn, ownTouches } = value;
  const { touches, concurrency } = value['policy'];
  if (typeof run !== 'string' || !isRunId(run)) return null;
  if (typeof routine !== 'string' || !isRoutineId(routine)) return null;
  if (typeof key !== 'string' || !isSlotKey(key)) return null;
  const group = isRecord(concurrency) ? concurrency : null;
  return {
    run,
    routine,
    key,
    runsOn: textsIn(runsOn),
    ownTouches: ownTouches === true,
    policy: {
      touches: textsIn(touches),
      concurrency:
        typeof group?.['group'] === 'string' && typeof group['max'] === 'number'
          ? { group: group['group'], max: group['max'] }
          : null,
    },
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
