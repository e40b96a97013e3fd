/** Queued runs, the workers that carry them out, and what becomes of the runs of one that is gone. */
import { writeFileSync } from 'node:fs';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { testFleet, type FleetMachine, type TestFleet } from '../kit/fleet-machines.ts';
import { waitUntil } from '../kit/wait-until.ts';

let server: PostgresServer;
let fleet: TestFleet;

beforeAll(async () => {
  server = await postgresServer();
});

afterEach(() => fleet.close());
afterAll(() => server.remove());

const PLANS = 'this daemon plans for all machines';
const UP = 'worker is up';

function isSaid(program: { said(): string }, words: string): Promise<true> {
  return waitUntil(() => (program.said().includes(words) ? true : null));
}

interface SeenRun {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  readonly result: { readonly execution: string } | null;
  readonly failure: { readonly code: string } | null;
}

function runsOf(machine: FleetMachine): readonly SeenRun[] {
  return JSON.parse(machine.roundsman('runs', '--all', '--json').stdout);
}

interface SeenSlot {
  readonly key: string;
  readonly state: string;
  readonly runOutcome: string | null;
}

/** Newest first. */
function slotsOf(machine: FleetMachine): readonly SeenSlot[] {
  return JSON.parse(machine.roundsman('slots', '--json').stdout);
}

function emit(machine: FleetMachine, routine: string, id: string): void {
  expect(machine.roundsman('emit', `webhook:${routine}`, '--id', id)).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
}

describe('a worker', () => {
  it('carries out what another machine queues, by its labels, and drains', async () => {
    fleet = testFleet(server.database('labels'), [
      { id: 'look', ms: 60_000 },
      { id: 'paint', ms: 0, yaml: 'runs-on: [gpu]\n' },
    ]);
    const [one, two] = [fleet.machine('one'), fleet.machine('two')];
    const worker = two.start('work', '--places', '1');
    await isSaid(worker, UP);
    const daemon = one.start('start', '--no-doctor');
    await isSaid(daemon, PLANS);
    emit(one, 'look', 'a');
    emit(one, 'paint', 'b');
    await waitUntil(() => fleet.read()[0] ?? null);
    const { planner, workers, waiting } = await waitUntil(() => {
      const told = JSON.parse(one.roundsman('fleet', '--json').stdout);
      return told.workers[0]?.runs.length === 1 && told.waiting.length === 1 ? told : null;
    });
    expect([planner.host, workers[0].places, workers[0].labels.slice(-1)]).toEqual([
      workers[0].host,
      1,
      ['secret:HOOK_KEY'],
    ]);
    expect(waiting).toMatchObject([
      { routine: 'paint', slot: 'event:webhook:b', why: 'no worker has gpu' },
    ]);
    expect(one.roundsman('status').stdout).toContain(`plans        the daemon on ${planner.host}`);

    // By its id, on any machine; and what has not begun has no log.
    const [{ run }] = waiting;
    const short = run.slice(-6);
    expect(JSON.parse(two.roundsman('show', short, '--json').stdout)).toMatchObject({
      id: run,
      routine: 'paint',
      state: 'queued',
      slot: { key: 'event:webhook:b', trigger: 'webhook' },
      runsOn: ['gpu'],
      why: 'no worker has gpu',
    });
    const shown = two.roundsman('show', 'paint');
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toMatch(/^paint  waits for a worker\n\nrun      /);
    expect(shown.stdout).toContain(`runs on  gpu\nwhy      no worker has gpu\n\nworkers  `);
    expect(shown.stdout).toContain(`cancel   roundsman cancel ${short}\n`);
    expect(two.roundsman('logs', short)).toMatchObject({
      exitCode: 4,
      stderr:
        `error: run ${short} of paint waits for a worker and has not begun\n` +
        `hint: See why: roundsman show ${short}\n`,
    });
    // So is what waits taken out of the queue.
    emit(two, 'paint', 'd');
    const fourth = await waitUntil(() => {
      const told = JSON.parse(two.roundsman('fleet', '--json').stdout);
      return told.waiting.find((one: { slot: string }) => one.slot === 'event:webhook:d') ?? null;
    });
    const given = ['cancel', fourth.run, '--reason', 'no gpu'] as const;
    expect(JSON.parse(two.roundsman(...given, '--json').stdout)).toEqual({
      run: fourth.run,
      reason: 'no gpu',
    });
    expect(two.roundsman(...given).stderr).toContain(`no run matches "${fourth.run}"`);
    emit(two, 'paint', 'c');
    const [third] = await waitUntil(() => {
      const told = slotsOf(two).filter(({ key }) => key === 'event:webhook:c');
      return told[0]?.runOutcome === 'waits for a worker' ? told : null;
    });
    expect(two.roundsman('cancel', '--queued', 'paint', third?.key ?? '')).toMatchObject({
      exitCode: 0,
      stdout: 'Took 1 slot of paint out of the queue; each stays on record as skipped.\n',
    });
    expect(slotsOf(one).map(({ key, state }) => [key, state])).toEqual([
      ['event:webhook:c', 'skipped'],
      ['event:webhook:d', 'skipped'],
      ['event:webhook:b', 'started'],
      ['event:webhook:a', 'started'],
    ]);

    const drained = worker.end('SIGTERM');
    await isSaid(worker, 'takes nothing new: 1 run to end');
    writeFileSync(`${fleet.journal}.go`, '');
    await drained;
    expect(worker.child.exitCode).toBe(0);
    const painter = fleet.machine('three').start('work', '--once', '--label', 'gpu');
    await waitUntil(() => painter.child.exitCode);
    expect(painter.child.exitCode).toBe(0);
    const runs = runsOf(one);
    expect(runs.map(({ state, attempt, result }) => [state, attempt, result?.execution])).toEqual([
      ['ended', 1, 'succeeded'],
      ['ended', 1, 'succeeded'],
    ]);
    expect(JSON.parse(one.roundsman('fleet', '--json').stdout)).toMatchObject({
      workers: [],
      waiting: [],
    });
  });

  it('goes on with its lease when it is started again', async () => {
    fleet = testFleet(server.database('again'), [{ id: 'look', ms: 60_000 }]);
    const [one, two] = [fleet.machine('one'), fleet.machine('two')];
    const first = two.start('work');
    await isSaid(first, UP);
    const daemon = one.start('start', '--no-doctor');
    await isSaid(daemon, PLANS);
    emit(one, 'look', 'a');
    await waitUntil(() => fleet.read()[0] ?? null);
    await first.end('SIGKILL');
    const second = two.start('work');
    await waitUntil(() => (second.said().split(UP).length === 3 ? true : null));
    writeFileSync(`${fleet.journal}.go`, '');
    const [run, ...others] = await waitUntil(() => {
      const runs = runsOf(one);
      return runs.every(({ state }) => state === 'ended') ? runs : null;
    });
    expect([run?.result?.execution, run?.attempt, others]).toEqual(['succeeded', 1, []]);
  });

  it('that is killed loses its run, which ends, and begins again on another machine within 30 s', async () => {
    fleet = testFleet(server.database('killed'), [{ id: 'look', ms: 60_000 }]);
    const [one, two, three] = ['one', 'two', 'three'].map((name) => fleet.machine(name));
    if (one === undefined || two === undefined || three === undefined) throw new Error('machines');
    const worker = two.start('work');
    await isSaid(worker, UP);
    const daemon = one.start('start', '--no-doctor');
    await isSaid(daemon, PLANS);
    emit(one, 'look', 'a');
    const begun = await waitUntil(() => fleet.read()[0] ?? null);
    await isSaid(three.start('work'), UP);
    await worker.end('SIGKILL');
    const killedAt = Date.now();
    const again = await waitUntil(() => fleet.read().find(({ run }) => run !== begun.run) ?? null);
    console.info(`killed worker: its run began again after ${again.at - killedAt} ms`);
    expect(again.at - killedAt).toBeLessThan(30_000);
    // None of the first agent's lines is younger than the second agent.
    const lines = fleet.read().filter(({ run }) => run === begun.run);
    expect(lines.every(({ at }) => at < again.at)).toBe(true);
    writeFileSync(`${fleet.journal}.go`, '');
    const runs = await waitUntil(() => {
      const found = runsOf(one);
      return found.length === 2 && found.every(({ state }) => state === 'ended') ? found : null;
    });
    expect(runs.map(({ attempt, failure }) => [attempt, failure?.code])).toEqual([
      [2, undefined],
      [1, 'lease-lost'],
    ]);
    const slots = JSON.parse(one.roundsman('slots', '--json').stdout);
    expect(slots).toHaveLength(1);
  });
});

describe('daemons of one fleet', () => {
  it('plan one at a time, and the next takes over', async () => {
    fleet = testFleet(server.database('planners'), [{ id: 'look', ms: 0 }]);
    const [one, two] = [fleet.machine('one'), fleet.machine('two')];
    const first = one.start('start', '--no-doctor');
    await isSaid(first, PLANS);
    const second = two.start('start', '--no-doctor');
    await isSaid(second, 'is up: 1 routine');
    expect(second.said()).not.toContain(PLANS);
    await first.end('SIGKILL');
    await isSaid(second, PLANS);
    emit(one, 'look', 'a');
    const [run] = await waitUntil(() => {
      const runs = runsOf(one);
      return runs[0]?.state === 'ended' ? runs : null;
    });
    // Without a worker it starts runs itself.
    expect([run?.result?.execution, runsOf(one).length]).toEqual(['succeeded', 1]);
  });
});
