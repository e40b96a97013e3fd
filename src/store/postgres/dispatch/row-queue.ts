/**
 * The queue of a workspace's runs: one of pg-boss for each set of labels that runs ask for, so that a worker asks only those
 * that it has the labels for.
 *
 * **Invariant:** a slot says `started` in the transaction that makes its job, and a job's id follows from its run. So a run
 * has one job, and a job a run, whatever is cut off in between.
 */
import { groupBy } from '../../../words/group-by.ts';
import type { SlotRecord } from '../../../words/slot.ts';
import {
  LEASE_MS,
  type LostRun,
  type QueuedRun,
  type RunQueue,
  type TakenRun,
} from '../../dispatch-port.ts';
import type { SlotStore } from '../../ports.ts';
import type { Ask } from '../database.ts';
import { readSlots, rowSlots } from '../row-slots.ts';
import type { RowsOf } from '../row-texts.ts';
import {
  BOSS_SCHEMA,
  bossDatabase,
  openBoss,
  type Boss,
  byQueue,
  jobId,
  jobOf,
  QUEUE,
  queuedRunIn,
  queueName,
  readJobs,
} from './boss.ts';

const AT_ONCE = 500;

type OpenBoss = () => Promise<Boss>;

export function rowQueue(rows: RowsOf): RunQueue & { readonly close: () => Promise<void> } {
  let opened: Promise<Boss> | null = null;
  const boss: OpenBoss = () =>
    (opened ??= openBoss(rows.database).catch((thrown: unknown) => {
      opened = null;
      throw thrown;
    }));
  return {
    open: async () => void (await boss()),
    slots: queueingSlots(rows, boss),
    ...readers(rows),
    ...takers(rows, boss),
    ...keepers(rows, boss),
    close: async () => {
      const ended = opened;
      opened = null;
      await (await ended?.catch(() => null))?.stop({ close: false, graceful: false });
    },
  };
}

/** Makes the queue of these labels when it is not there; gives its name. */
function queueMaker(
  { database, workspace }: RowsOf,
  boss: OpenBoss,
): (labels: readonly string[]) => Promise<string> {
  const known = new Set<string>();
  return async (labels) => {
    const name = queueName(workspace, labels);
    if (known.has(name)) return name;
    await (await boss()).createQueue(name, QUEUE);
    await database.write(
      'insert into roundsman.queues (workspace, name, labels) values ($1, $2, $3) on conflict do nothing',
      [workspace, name, labels],
    );
    known.add(name);
    return name;
  };
}

function queueingSlots({ database, workspace }: RowsOf, boss: OpenBoss): RunQueue['slots'] {
  const makeQueue = queueMaker({ database, workspace }, boss);
  const sendAll = async (ask: Ask, jobs: readonly QueuedRun[]): Promise<void> => {
    for (const [name, own] of byQueue(workspace, jobs))
      for (let at = 0; at < own.length; at += AT_ONCE) {
        const some = own.slice(at, at + AT_ONCE).map(jobOf);
        await (await boss()).insert(name, some, { db: bossDatabase(ask) });
      }
  };
  return (describe) => {
    const jobsOf = async (
      records: readonly SlotRecord[],
    ): Promise<ReadonlyMap<SlotRecord, QueuedRun>> => {
      const jobs = new Map<SlotRecord, QueuedRun>();
      for (const record of records) {
        const job = record.state.kind === 'started' ? await describe(record) : null;
        if (job === null) continue;
        // Before the transaction that needs it.
        await makeQueue(job.runsOn);
        jobs.set(record, job);
      }
      return jobs;
    };
    return {
      createAll: async (records) => {
        const jobs = await jobsOf(records);
        return database.transaction(async (ask) => {
          const made = await slotsWithin(ask, { database, workspace }).createAll(records);
          const first = records.filter((_, at) => made[at] === true);
          await sendAll(
            ask,
            first.flatMap((record) => jobs.get(record) ?? []),
          );
          return made;
        });
      },
      updateAll: async (records) => {
        const jobs = await jobsOf(records);
        await database.transaction(async (ask) => {
          await slotsWithin(ask, { database, workspace }).updateAll(records);
          await sendAll(ask, [...jobs.values()]);
        });
      },
    };
  };
}

function slotsWithin(ask: Ask, { database, workspace }: RowsOf): SlotStore {
  return rowSlots({ workspace, database: { ...database, read: ask, write: ask } });
}

function readers({
  database,
  workspace,
}: RowsOf): Pick<RunQueue, 'has' | 'waiting' | 'lost' | 'unreadable'> {
  const jobs = (where: string): ReturnType<typeof readJobs> =>
    readJobs(database.read, { workspace, where });
  return {
    has: async (run) => {
      const there = await database.read(
        'select from roundsman.runs where workspace = $1 and id = $2',
        [workspace, run],
      );
      if (there.length > 0 || !(await isMade(database.read))) return there.length > 0;
      const queued = await database.read(
        `select from ${BOSS_SCHEMA}.job j join roundsman.queues q using (name)
         where q.workspace = $1 and j.id = $2`,
        [workspace, jobId(run)],
      );
      return queued.length > 0;
    },
    waiting: async () => {
      if (!(await isMade(database.read))) return [];
      const found = await jobs(
        `j.state <= 'active' and not exists (
           select from roundsman.runs r where r.workspace = $1 and r.id = j.data->>'run')`,
      );
      return found.jobs.map(({ job, queuedAt }) => ({ ...job, queuedAt }));
    },
    lost: async () => {
      const found = await jobs(`j.state = 'failed'`);
      return found.jobs.map(({ queue, id, job }): LostRun => ({ lease: { queue, id }, job }));
    },
    unreadable: async () => {
      if (!(await isMade(database.read))) return [];
      return (await jobs(`(j.state <= 'active' or j.state = 'failed')`)).unreadable;
    },
  };
}

function takers(
  { database, workspace }: RowsOf,
  boss: OpenBoss,
): Pick<RunQueue, 'take' | 'slotsOf' | 'withdraw'> {
  return {
    slotsOf: (jobs) => {
      const all = readSlots({ database, workspace }, jobs);
      // A failure is told to each that reads.
      all.catch(() => undefined);
      return {
        read: async (routine, key) =>
          (await all).find((one) => one.routine === routine && one.slot.key === key) ?? null,
      };
    },
    take: async (labels, most) => {
      // By the index that pg-boss fetches by (all have one priority): that of `created_on` holds the jobs of a week that ended.
      const queues = await database.read<{ name: string }>(
        `select q.name from roundsman.queues q, lateral (
           select j.created_on from ${BOSS_SCHEMA}.job j
           where j.name = q.name and j.state < 'active' and not j.blocked
           order by j.priority desc, j.created_on limit 1) first
         where q.workspace = $1 and q.labels <@ $2 order by first.created_on`,
        [workspace, labels],
      );
      const taken: TakenRun[] = [];
      for (const { name } of queues) {
        if (taken.length >= most) break;
        const fetched = await (await boss()).fetch(name, { batchSize: most - taken.length });
        for (const { id, retryCount, data } of fetched) {
          const job = queuedRunIn(data);
          if (job !== null) taken.push({ run: job.run, queue: name, id, retryCount, job });
          // Stays there to be told, and takes no place.
          else await (await boss()).fail(name, { id, retryCount });
        }
      }
      return taken;
    },
    withdraw: async (run) => {
      const gone = await database.write(
        `delete from ${BOSS_SCHEMA}.job j using roundsman.queues q
         where q.workspace = $1 and j.name = q.name and j.id = $2 and j.state < 'active' returning j.id`,
        [workspace, jobId(run)],
      );
      return gone.length > 0;
    },
  };
}

function keepers(
  { database }: RowsOf,
  boss: OpenBoss,
): Pick<RunQueue, 'touch' | 'settle' | 'forget' | 'supervise'> {
  return {
    touch: async (leases) => {
      const held = new Set<string>();
      for (const [queue, own] of groupBy(leases, ({ queue }) => queue)) {
        await (
          await boss()
        ).touch(
          queue,
          own.map(({ id, retryCount }) => ({ id, retryCount })),
        );
        const still = await database.read<{ id: string; retry_count: number }>(
          `select id, retry_count from ${BOSS_SCHEMA}.job
           where name = $1 and id = any($2::uuid[]) and state = 'active'`,
          [queue, own.map(({ id }) => id)],
        );
        for (const { id, retry_count: count } of still) held.add(`${id} ${count}`);
      }
      return new Set(
        leases
          .filter(({ id, retryCount }) => held.has(`${id} ${retryCount}`))
          .map(({ run }) => run),
      );
    },
    settle: async ({ queue, id, retryCount }, how) => {
      const made = await boss();
      if (how === 'ended') await made.complete(queue, { id, retryCount });
      else await made.fail(queue, { id, retryCount });
    },
    forget: async ({ lease: { queue, id } }) => {
      await (await boss()).deleteJob(queue, id);
    },
    supervise: async () => {
      const [server] = await database.read<{ old: boolean }>(
        `select pg_postmaster_start_time() < clock_timestamp() - $1 * interval '1 millisecond' as old`,
        [LEASE_MS],
      );
      if (server?.old === true) await (await boss()).supervise();
    },
  };
}

async function isMade(ask: Ask): Promise<boolean> {
  const [found] = await ask<{ made: boolean }>(
    `select to_regclass('${BOSS_SCHEMA}.job') is not null as made`,
  );
  return found?.made === true;
}
