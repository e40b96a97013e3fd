/** Workers that differ from the rest: a wrong clock, tables of a newer Roundsman, an old Node, a job that tells nothing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { testFleet, type FleetMachine, type TestFleet } from '../kit/fleet-machines.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';

const HOUR_MS = 3_600_000;

let server: PostgresServer;
let fleet: TestFleet;

beforeAll(async () => {
  server = await postgresServer();
});

afterEach(() => fleet.close());
afterAll(() => server.remove());

interface SeenRun {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  readonly startedAt: string;
  readonly result: { readonly execution: string; readonly report: string } | null;
}

function runsOf(machine: FleetMachine): readonly SeenRun[] {
  return JSON.parse(machine.roundsman('runs', '--all', '--json').stdout);
}

function ended(machine: FleetMachine): Promise<readonly SeenRun[]> {
  return waitUntil(() => {
    const runs = runsOf(machine);
    return runs.length > 0 && runs.every(({ state }) => state === 'ended') ? runs : null;
  });
}

/** In the environment of a machine: its programs of Node take the wall clock to be that much ahead. */
function clockAhead(ms: number): Readonly<Record<string, string>> {
  const preload = join(temporaryFolder('rm-clock-'), 'clock.mjs');
  writeFileSync(
    preload,
    `const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Real.now() + ${ms}] : given));
  }
  static now() {
    return Real.now() + ${ms};
  }
};
`,
  );
  return { NODE_OPTIONS: `--import=${preload}` };
}

it.each([HOUR_MS, -HOUR_MS])(
  'keeps the leases of a worker whose clock is %i ms ahead, and runs each slot once',
  async (aheadMs) => {
    fleet = testFleet(server.database(`clock${aheadMs}`), [{ id: 'look', ms: 900_000 }]);
    const [one, two] = [fleet.machine('one'), fleet.machine('two', clockAhead(aheadMs))];
    const worker = two.start('work', '--places', '2');
    await waitUntil(() => (worker.said().includes('worker is up') ? true : null));
    const daemon = one.start('start', '--no-doctor');
    await waitUntil(() => (daemon.said().includes('this daemon plans') ? true : null));
    for (const id of ['a', 'b']) one.roundsman('emit', 'webhook:look', '--id', id);
    const begun = await waitUntil(() => {
      const lines = fleet.read().filter(({ what }) => what === 'begun');
      return lines.length === 2 ? lines : null;
    });
    // Longer than a planner takes to look for lost leases twice, and a run for its worker.
    const until = Date.now() + 15_000;
    await waitUntil(() => (Date.now() > until ? true : null));
    writeFileSync(`${fleet.journal}.go`, '');
    const runs = await ended(one);
    expect(runs.map(({ attempt, result }) => [attempt, result?.execution])).toEqual([
      [1, 'succeeded'],
      [1, 'succeeded'],
    ]);
    expect(fleet.read().filter(({ what }) => what === 'begun')).toHaveLength(2);
    // The clock was wrong indeed.
    for (const { id, startedAt } of runs) {
      const { at = 0 } = begun.find(({ run }) => run === id) ?? {};
      expect(Math.abs(Date.parse(startedAt) - at - aheadMs)).toBeLessThan(60_000);
    }
  },
);

it('is refused where Node is too old for the queue, and records alone work there', () => {
  const preload = join(temporaryFolder('rm-node-'), 'node.mjs');
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });`,
  );
  fleet = testFleet(server.database('old'), [{ id: 'look', ms: 0 }]);
  const machine = fleet.machine('one', { NODE_OPTIONS: `--import=${preload}` });
  const { exitCode, stderr } = machine.roundsman('work', '--once');
  expect([exitCode, stderr]).toEqual([
    5,
    'error: a queue of runs needs Node 22.12, and this is 20.19.0\n' +
      'hint: Update Node to 22.12 or newer; records on PostgreSQL alone need 20.19.\n',
  ]);
  expect(machine.roundsman('list').exitCode).toBe(0);
});

it('says which job of the queue cannot be read, and carries out the others', async () => {
  fleet = testFleet(server.database('garbled'), [{ id: 'look', ms: 0 }]);
  const [one, two] = [fleet.machine('one'), fleet.machine('two')];
  const worker = two.start('work', '--places', '1');
  await waitUntil(() => (worker.said().includes('worker is up') ? true : null));
  const daemon = one.start('start', '--no-doctor');
  await waitUntil(() => (daemon.said().includes('this daemon plans') ? true : null));
  one.roundsman('emit', 'webhook:look', '--id', 'a');
  await ended(one);
  const garbled = '00000000-0000-4000-8000-000000000001';
  server.sql(
    'garbled',
    `insert into roundsman_queue.job (id, name, data, retry_limit, heartbeat_seconds)
     select '${garbled}', name, '{"run": "../../x"}', 0, 240 from roundsman.queues`,
  );
  const told = `Job ${garbled} of the queue cannot be read and is not carried out.`;
  await waitUntil(() => (daemon.said().includes(told) ? true : null));
  one.roundsman('emit', 'webhook:look', '--id', 'b');
  await waitUntil(() => (runsOf(one).length === 2 ? true : null));
  expect((await ended(one)).map(({ result }) => result?.execution)).toEqual([
    'succeeded',
    'succeeded',
  ]);
  expect(one.roundsman('fleet').stdout).toContain(told);
  expect(daemon.said().split(told)).toHaveLength(2);
});

it('takes nothing new once the tables are newer, brings its runs to their end, and is refused at its next start', async () => {
  fleet = testFleet(server.database('newer'), [{ id: 'look', ms: 900_000 }]);
  const [one, two] = [fleet.machine('one'), fleet.machine('two')];
  const worker = two.start('work', '--places', '2');
  await waitUntil(() => (worker.said().includes('worker is up') ? true : null));
  const daemon = one.start('start', '--no-doctor');
  await waitUntil(() => (daemon.said().includes('this daemon plans') ? true : null));
  one.roundsman('emit', 'webhook:look', '--id', 'a');
  await waitUntil(() => fleet.read()[0] ?? null);
  server.sql('newer', 'insert into roundsman.schema_versions (version) values (99)');
  const refusal = 'has tables of version 99, and this Roundsman knows 3';
  await waitUntil(() => (worker.said().includes('takes nothing new: 1 run to end') ? true : null));
  expect(worker.said()).toContain(refusal);
  expect(server.sql('newer', 'select draining from roundsman.workers')).toBe('t');
  writeFileSync(`${fleet.journal}.go`, '');
  await waitUntil(() => worker.child.exitCode);
  expect(worker.child.exitCode).toBe(4);
  const again = two.start('work');
  await waitUntil(() => again.child.exitCode);
  expect(again.child.exitCode).toBe(4);
  expect(one.roundsman('status')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining(refusal),
  });
  // The others have all of it.
  expect(server.sql('newer', 'select state from roundsman_queue.job')).toBe('completed');
  server.sql('newer', 'delete from roundsman.schema_versions where version = 99');
  expect(runsOf(one)).toMatchObject([
    {
      attempt: 1,
      state: 'ended',
      result: { execution: 'succeeded', report: 'valid' },
      failure: null,
    },
  ]);
});
