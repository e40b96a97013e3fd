/** A queued run as pg-boss keeps it: its queue, its job, and what is read from there. */
import type { JobInsert } from 'pg-boss';

import { sha256 } from '../../../platform/hash.ts';
import { isRecord } from '../../../platform/json.ts';
import { groupBy } from '../../../words/group-by.ts';
import { isRoutineId, isRunId, isSlotKey, type RunId } from '../../../words/ids.ts';
import { LEASE_MS, type QueuedRun } from '../../dispatch-port.ts';
import type { Ask } from '../database.ts';
import { BOSS_SCHEMA } from './boss.ts';

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
