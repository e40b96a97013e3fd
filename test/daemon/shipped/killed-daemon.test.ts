/**
 * Schedulers killed at any moment. Whatever the moment: each due slot has one record, each record that says `started`
 * has one run, and no slot has two.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { fileScheduleStore } from '../../../src/store/files/file-schedule-store.ts';
import { fileSlotStore } from '../../../src/store/files/file-slot-store.ts';
import type { RunSpec } from '../../../src/words/run-spec.ts';
import type { RunView } from '../../../src/words/run.ts';
import type { SlotRecord } from '../../../src/words/slot.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { waitUntil } from '../../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../../kit/workspace.ts';

const KILLS = Number(process.env['CRASH_KILLS'] ?? '200');
const REAL_KILLS = Number(process.env['CRASH_REAL_KILLS'] ?? '20');
const TICKS = Number(process.env['CRASH_TICKS'] ?? '1000');
const PROGRAM = resolve('test/fixtures/slot-daemon/main.mjs');
const SECOND = 1_000;

interface Started {
  readonly process: ChildProcess;
  /** All that it printed. */
  output(): string;
  readonly ended: Promise<unknown>;
}

function startSlotDaemon(options: Record<string, unknown>): Started {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return {
    process: child,
    output: () => text,
    ended: new Promise((done) => child.once('exit', done)),
  };
}

/** What each tick that failed said. */
function failedTicks(daemon: Started): readonly string[] {
  return daemon
    .output()
    .split('\n')
    .filter((line) => line.includes('failed'));
}

async function kill(started: Started, signal: NodeJS.Signals): Promise<void> {
  started.process.kill(signal);
  await started.ended;
}

/**
 * By turns at any moment, also while it comes up, and in the first milliseconds of a second, when all that is due is being
 * recorded and started.
 */
function untilKill(round: number): number {
  if (round % 2 === 0) return (round * 137) % 800;
  return SECOND - (Date.now() % SECOND) + ((round * 7) % 80);
}

interface Account {
  /** Slots with more than one run, or worked on more than once. */
  readonly doubled: readonly string[];
  /** Instants that came due and have no record. */
  readonly unrecorded: readonly string[];
  /** Runs that no record names. */
  readonly unknownRuns: readonly string[];
  /** Records that say `started` with a run that was never made. */
  readonly withoutRun: readonly string[];
  /** Of records that are anything but `started`. */
  readonly otherStates: readonly string[];
  readonly slots: number;
}

/** Everything that came due in the time that was planned, against what is recorded and what was done. */
async function account(stateDir: string): Promise<Account> {
  const { records } = await fileSlotStore(stateDir).list();
  const made = new Map<string, string[]>();
  const folder = join(stateDir, 'runs');
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.json')) continue;
    const work: { routine: string; key: string } = JSON.parse(
      readFileSync(join(folder, name), 'utf8'),
    );
    const slot = `${work.routine} ${work.key}`;
    made.set(slot, [...(made.get(slot) ?? []), name.replace('.json', '')]);
  }
  const worked = readFileSync(join(stateDir, 'work.log'), 'utf8').trim().split('\n');
  const bySlot = new Map(records.map((record) => [nameOf(record), record]));
  const startedBy = (record: SlotRecord): string | null =>
    record.state.kind === 'started' ? record.state.runId : null;
  return {
    doubled: [
      ...[...made].filter(([, runs]) => runs.length > 1).map(([slot]) => slot),
      ...worked.filter((slot, index) => worked.indexOf(slot) !== index),
    ],
    unrecorded: (await dueSlots(stateDir)).filter((slot) => !bySlot.has(slot)),
    unknownRuns: [...made].flatMap(([slot, runs]) => {
      const record = bySlot.get(slot);
      return runs.filter((run) => record === undefined || startedBy(record) !== run);
    }),
    withoutRun: records
      .filter((record) => startedBy(record) !== null && !made.has(nameOf(record)))
      .map(nameOf),
    otherStates: [...new Set(records.map(({ state }) => state.kind))].filter(
      (kind) => kind !== 'started',
    ),
    slots: records.length,
  };
}

function nameOf({ routine, slot }: SlotRecord): string {
  return `${routine} ${slot.key}`;
}

/** Each second of each routine, from when its schedule counts to when planning came last. */
async function dueSlots(stateDir: string): Promise<readonly string[]> {
  const schedule = fileScheduleStore(stateDir);
  const { plannedTo } = await schedule.readCursor();
  const due: string[] = [];
  for (const [routine, { since }] of await schedule.readStarts()) {
    const first = Math.floor(Date.parse(since) / SECOND) * SECOND + SECOND;
    for (let at = first; at <= Date.parse(plannedTo ?? ''); at += SECOND)
      due.push(`${routine} at:${new Date(at).toISOString()}`);
  }
  return due;
}

const FLAWLESS = { doubled: [], unrecorded: [], unknownRuns: [], withoutRun: [], otherStates: [] };

describe('a scheduler that is killed', () => {
  it(
    `leaves every slot with one record and one run, after ${KILLS} kills at 20 slots a second`,
    { timeout: 600_000 },
    async () => {
      const stateDir = temporaryFolder();
      for (let round = 0; round < KILLS; round += 1) {
        const daemon = startSlotDaemon({ stateDir });
        await waitUntil(() => (daemon.output().includes('ready') ? true : null));
        await pause(untilKill(round));
        await kill(daemon, 'SIGKILL');
      }
      const last = startSlotDaemon({ stateDir });
      await waitUntil(() => (last.output().split('tick').length > 3 ? true : null));
      await kill(last, 'SIGTERM');
      const { slots, ...flaws } = await account(stateDir);
      expect(flaws).toEqual(FLAWLESS);
      // So that it was not a test of nothing.
      expect(slots).toBeGreaterThan(KILLS * 5);
    },
  );

  it(
    `beside another one on the same state folder doubles nothing, in ${TICKS} ticks`,
    { timeout: 600_000 },
    async () => {
      const stateDir = temporaryFolder();
      // No more slots a second than a busy disk takes: else ticks grow until one holds the lock for longer than the other waits.
      const options = { stateDir, routines: 20, speed: 2, origin: Date.now(), eager: true };
      const one = startSlotDaemon(options);
      const other = startSlotDaemon(options);
      const ticks = (): number =>
        [one, other].reduce((sum, daemon) => sum + daemon.output().split('done\n').length - 1, 0);
      await waitUntil(() => (ticks() >= TICKS / 2 ? true : null));
      await kill(one, 'SIGKILL');
      await waitUntil(() => (ticks() >= TICKS ? true : null));
      await kill(other, 'SIGTERM');
      const { slots, ...flaws } = await account(stateDir);
      expect(flaws).toEqual(FLAWLESS);
      expect([one, other].flatMap(failedTicks)).toEqual([]);
      expect(slots).toBeGreaterThan(100);
    },
  );
});

describe('a daemon that is killed', () => {
  it(
    `leaves every run with a supervisor that ends it, after ${REAL_KILLS} kills`,
    { timeout: 600_000 },
    async () => {
      const workspace = smallWorkspace();
      const count = join(workspace.stateDir, '..', 'count');
      const routines = ['one', 'two', 'three'];
      for (const id of routines) writeRoutine(workspace, { id, count });
      workspace.repo.commit({ message: 'routines' });
      // A slow machine comes to few runs between two kills.
      const begun = (): number => {
        const folder = join(workspace.stateDir, 'runs');
        return existsSync(folder) ? readdirSync(folder).length : 0;
      };
      for (
        let round = 0;
        round < REAL_KILLS || (begun() <= REAL_KILLS / 4 && round < 5 * REAL_KILLS);
        round += 1
      ) {
        const daemon = workspace.start('start', '--no-doctor');
        const ended = new Promise((done) => daemon.once('exit', done));
        await waitUntil(() => (isComing(workspace, round) ? true : null));
        await pause((round * 337) % 2_500);
        daemon.kill('SIGKILL');
        await ended;
      }
      await finishWhatWasBegun(workspace);
      const views = await waitUntil(() => {
        const shown: RunView[] = JSON.parse(workspace.roundsman('runs', '--json').stdout);
        return shown.every(({ state }) => state === 'ended') ? shown : null;
      });
      expect(await accountOfRuns(workspace, count)).toEqual({
        doubled: [],
        worked: [],
        withoutRun: [],
        open: [],
      });
      expect(views.filter(({ result }) => result?.execution !== 'succeeded')).toEqual([]);
      expect(views.length).toBeGreaterThan(REAL_KILLS / 4);
    },
  );
});

/** The last one may have been killed between a slot's record and its run: the next one makes it, before anything else. */
async function finishWhatWasBegun(workspace: TestWorkspace): Promise<void> {
  const runs = (): number => readdirSync(join(workspace.stateDir, 'runs')).length;
  const before = runs();
  const last = workspace.start('start', '--no-doctor');
  const ended = new Promise((done) => last.once('exit', done));
  await waitUntil(() => (runs() > before + 1 ? true : null));
  last.kill('SIGTERM');
  await ended;
}

/** Holds its lock; in every other round, answers on its socket too; in the first, has started a run. */
function isComing({ stateDir }: TestWorkspace, round: number): boolean {
  if (round === 0) return existsSync(join(stateDir, 'runs'));
  const lock = join(stateDir, 'daemon.lock');
  if (!existsSync(lock)) return false;
  const { socket }: { socket: string } = JSON.parse(readFileSync(lock, 'utf8'));
  return round % 2 === 1 || existsSync(socket);
}

/** Due every three seconds; its agent says which run it is, in a file outside of the run. */
function writeRoutine(
  { repo }: TestWorkspace,
  { id, count }: { readonly id: string; readonly count: string },
): void {
  const script = `echo "$ROUNDSMAN_RUN" >> '${count}'; mkdir -p "$ROUNDSMAN_OUT"; printf '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"`;
  repo.write(
    `routines/${id}.yaml`,
    [
      'on: { schedule: { cron: "*/3 * * * * *", timezone: UTC } }',
      'agent:',
      '  engine: command',
      `  command: ${JSON.stringify(['/bin/sh', '-c', script])}`,
      '  prompt: Say which run this is.',
      'workspace: { isolation: private }',
      '',
    ].join('\n'),
  );
}

async function accountOfRuns(
  { stateDir }: TestWorkspace,
  count: string,
): Promise<Record<string, readonly string[]>> {
  const runs = readdirSync(join(stateDir, 'runs'));
  const slots = runs.map((id) => {
    const spec: RunSpec = JSON.parse(readFileSync(join(stateDir, 'runs', id, 'spec.json'), 'utf8'));
    return `${spec.routine.id} ${spec.slot.key}`;
  });
  const worked = readFileSync(count, 'utf8').trim().split('\n');
  const { records } = await fileSlotStore(stateDir).list();
  return {
    doubled: slots.filter((slot, index) => slots.indexOf(slot) !== index),
    worked: worked.filter((run, index) => worked.indexOf(run) !== index),
    withoutRun: records
      .filter(({ state }) => state.kind === 'started' && !runs.includes(state.runId))
      .map(nameOf),
    open: [...new Set(slots)].filter((slot) => !records.some((record) => nameOf(record) === slot)),
  };
}
