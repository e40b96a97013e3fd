// One process of the benchmark `fleet`. `plan` makes slots due, `work` takes them up to where a run would begin, and does
// nothing instead; on PostgreSQL as ours (the planner's slots, its queue, leases and their files) or as pg-boss alone, or in
// files, where one process does both. Prints JSON; a worker says `ready` before.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { planFleet } from '../.build/modules/daemon/fleet/plan-fleet.js';
import { systemClock } from '../.build/modules/platform/clock.js';
import { newRunId } from '../.build/modules/platform/ids.js';
import { ownIdentity } from '../.build/modules/platform/process-identity.js';
import { admit, finishStarts } from '../.build/modules/scheduler/admit.js';
import { openStores } from '../.build/modules/store/open-stores.js';
import { openDatabase } from '../.build/modules/store/postgres/database.js';
import { migrateBoss } from '../.build/modules/store/postgres/dispatch/boss.js';
import { migrate } from '../.build/modules/store/postgres/migrate.js';
import { openPostgresStores } from '../.build/modules/store/postgres/open-postgres-stores.js';
import {
  openLeases,
  removeLease,
  writeLease,
} from '../.build/modules/store/run-folder/lease-file.js';
import { DEFAULT_POLICY } from '../.build/modules/words/policy.js';

/** Slots of one tick. */
const TICK = 100;
/** Runs at once of the worker. */
const PLACES = 8;
const LOOK_MS = 20;
const WORKSPACE = 'bench';
const DEFINITION = 'd'.repeat(64);
const NONE = { newRunId: () => newRunId(new Date()), live: async () => [], stop: async () => {} };

const [role, address, folder, many] = process.argv.slice(2);
const count = Number(many);
const STORE = { env: { STORE: address }, variable: 'STORE' };
const roles = {
  'make-ours': async () => {
    const database = openDatabase({ ...STORE, clock: systemClock });
    await migrate(database);
    await migrateBoss(database);
    await database.write(`insert into roundsman.workspaces values ('${WORKSPACE}', 'x', 'x')`);
    const { stores } = open('planner');
    const routine = { id: 'look', policy: { ...DEFAULT_POLICY, overlap: 'allow-all' } };
    await stores.definitions.put({ hash: DEFINITION, routine, file: 'x.yaml', settings: {} });
    return {};
  },
  'plan-ours': async () => {
    const { stores } = open('planner');
    const planning = planFleet({
      workspace: { ...stores, clock: systemClock },
      dispatch: stores.dispatch,
      log: { say: () => {} },
      here: { ...NONE, has: async () => false, start: refuse },
      onBegin: async () => {},
    });
    if ((await planning.prepare()) !== 'mine' || !planning.hasWorkers()) refuse();
    return planAll(async (records) => {
      const starts = records.map((record) => ({ record, created: false, runId: NONE.newRunId() }));
      const { problems } = await admit(planning, { by: 'daemon', now: Date.now(), starts });
      if (problems.length > 0) throw problems[0];
    });
  },
  'work-ours': async () => {
    const { database, stores } = open('worker');
    const { queue, workers } = stores.dispatch;
    const stateDir = join(folder, 'worker');
    await queue.open();
    await openLeases(stateDir);
    await workers.report({ host: 'bench', labels: [], places: PLACES, runs: [], draining: false });
    return workAll({
      take: async () => {
        const taken = await queue.take([], PLACES);
        const ahead = queue.slotsOf(taken.map(({ job }) => job));
        return taken.map((one) => ({ ...one, ahead }));
      },
      begin: async ({ job, ahead, ...lease }, begun) => {
        const start = { routine: job.routine, key: job.key, runId: job.run };
        const starter = {
          ...NONE,
          has: async () => false,
          start: async ({ record }) => begun(record.slot.scheduledFor),
        };
        await writeLease(stateDir, { ...lease, worker: ownIdentity(), until: 0 });
        const now = Date.now();
        const { problems } = await finishStarts(
          { slots: { ...stores.slots, ...ahead }, starter },
          [start],
          now,
        );
        if (problems.length > 0) throw problems[0];
        await queue.settle(lease, 'ended');
        await removeLease(stateDir, lease.run);
      },
      connections: async () => {
        const [row] = await database.read(
          `select count(*)::int as many from pg_stat_activity
           where application_name = 'roundsman/${process.pid}' or pid = pg_backend_pid()`,
        );
        return row.many;
      },
    });
  },
  'make-bare': async () => {
    const boss = await openBare();
    await boss.createQueue('bare', { retryLimit: 0 });
    await boss.stop();
    return {};
  },
  'plan-bare': async () => {
    const boss = await openBare();
    return planAll((records) =>
      boss.insert(
        'bare',
        records.map((data) => ({ data, retryLimit: 0 })),
      ),
    );
  },
  'work-bare': async () => {
    const boss = await openBare();
    return workAll({
      take: () => boss.fetch('bare', { batchSize: PLACES }),
      begin: async ({ id, data }, begun) => {
        begun(data.slot.scheduledFor);
        await boss.complete('bare', id);
      },
      connections: async () => null,
    });
  },
  files: async () => {
    const { slots } = openStores(join(folder, 'files'), systemClock);
    const waits = [];
    const starter = {
      start: async ({ record }) => waits.push(Date.now() - Date.parse(record.slot.scheduledFor)),
    };
    const { beganAt } = await planAll(async (records) => {
      const starts = records.map((record) => ({ record, created: false, runId: NONE.newRunId() }));
      await admit({ slots, starter }, { by: 'daemon', now: Date.now(), starts });
    });
    return { beganAt, endedAt: Date.now(), waits: quantiles(waits) };
  },
};

console.log(JSON.stringify(await roles[role]()));
process.exit(0);

function refuse() {
  throw new Error('this daemon does not plan for a worker');
}

function open(place) {
  const choice = { state: 'there', variable: 'STORE', workspace: WORKSPACE, place };
  const location = { root: '/', gitDir: '/', stateDir: join(folder, place) };
  return openPostgresStores({ ...STORE, location, clock: systemClock, choice, patienceMs: 5_000 });
}

async function openBare() {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: address,
    schema: 'bare',
    max: 8,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (thrown) => {
    throw thrown;
  });
  return boss.start();
}

async function planAll(plan) {
  const beganAt = Date.now();
  for (let at = 0; at < count; at += TICK)
    await plan(
      Array.from({ length: Math.min(TICK, count - at) }, (_, index) => slotOf(at + index)),
    );
  return { beganAt, plannedAt: Date.now() };
}

function slotOf(number) {
  const at = new Date().toISOString();
  return {
    routine: 'look',
    slot: { key: `event:webhook:s${number}`, scheduledFor: at, trigger: 'webhook' },
    state: { kind: 'due', notBefore: null },
    recordedAt: at,
    changedAt: at,
    definition: DEFINITION,
    event: null,
    inputs: {},
    anyway: false,
    covers: null,
    attempts: 0,
  };
}

async function workAll({ take, begin, connections }) {
  console.log('ready');
  const waits = [];
  const begun = (scheduledFor) => waits.push(Date.now() - Date.parse(scheduledFor));
  let [most, rss, looks] = [0, 0, 0];
  while (waits.length < count) {
    const taken = await take();
    await Promise.all(taken.map((one) => begin(one, begun)));
    if (taken.length === 0) await pause(LOOK_MS);
    looks += 1;
    if (looks % 50 > 0) continue;
    rss = Math.max(rss, process.memoryUsage.rss());
    most = Math.max(most, await connections());
  }
  return { endedAt: Date.now(), waits: quantiles(waits), connections: most, rss };
}

/** p50 and p95 in ms, and how many there were. */
function quantiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)];
  return { p50: at(0.5), p95: at(0.95), many: sorted.length };
}
