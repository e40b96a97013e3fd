import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readActiveRoutines } from '../../src/routines/active-routines.ts';
import { listSlots, type SlotListing, type SlotQuestion } from '../../src/scheduler/list-slots.ts';
import { scheduleHash } from '../../src/scheduler/schedule-starts.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { DUE, routineId, SKIPPED, slotKey, slotRecord, startedAs } from '../kit/slots.ts';
import { stillClock } from '../kit/still-clock.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const HOURLY =
  'on: { schedule: "0 * * * *" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';
const ANY: SlotQuestion = { routine: null, since: null, states: [], limit: 20 };
const NOW = '2026-11-21T09:30:00.000Z';

async function project(
  files: Readonly<Record<string, string>> = { 'routines/sweep.yaml': HOURLY },
): Promise<Workspace> {
  const repo = gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', ...files });
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    ROUNDSMAN_STATE_DIR: join(temporaryFolder('rm-state-'), 'state'),
  };
  return openWorkspace({ actor: 'ada', folder: repo.path, env, clock: stillClock(NOW) });
}

async function planned(workspace: Workspace, since: string, to: string): Promise<void> {
  const { routines } = await readActiveRoutines(workspace);
  const starts = routines
    .filter(({ id }) => id === 'sweep')
    .map((routine) => [routine.id, { schedule: scheduleHash(routine), since }] as const);
  await workspace.schedule.writeStarts(new Map(starts));
  await workspace.schedule.writeCursor({ plannedTo: to });
}

function hour(hour: number, change: Partial<SlotRecord> = {}): SlotRecord {
  return slotRecord(`2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`, change);
}

function shown({ slots }: SlotListing): readonly string[] {
  return slots.map(
    ({ slot }) =>
      `${slot.scheduledFor.slice(11, 16)} ${slot.state}${slot.recorded ? '' : ' expected'}`,
  );
}

describe('the ledger as it is listed', () => {
  it('has nothing where nothing was due', async () => {
    const listing = await listSlots(await project({}), ANY);
    expect(listing).toEqual({ slots: [], total: 0, silent: [], corrupt: [], daemonRuns: false });
  });

  it('tells of a started slot what became of its run', async () => {
    const workspace = await project();
    const run = await storeEndedRun(workspace, { routine: 'sweep', result: { report: 'missing' } });
    const record = hour(7, { state: startedAs(run.id), attempts: 1 });
    await workspace.slots.create(record);
    await planned(workspace, '2026-11-21T06:30:00.000Z', NOW);
    const [first] = (await listSlots(workspace, { ...ANY, states: ['started'] })).slots;
    expect(first?.slot).toEqual({
      routine: 'sweep',
      key: 'at:2026-11-21T07:00:00.000Z',
      scheduledFor: '2026-11-21T07:00:00.000Z',
      trigger: 'schedule',
      state: 'started',
      reason: null,
      runId: run.id,
      item: null,
      cause: null,
      notBefore: null,
      covers: null,
      runOutcome: 'succeeded, report missing',
      attempts: 1,
      recorded: true,
    });
    expect(first?.run?.id).toBe(run.id);
  });

  it('shows slots that nobody has looked at since the daemon stopped, and counts the silence', async () => {
    const workspace = await project();
    await workspace.slots.createAll([
      hour(5, { state: startedAs('01kaaaaaaaaaaaaaaaaaaaaaaa') }),
      hour(6, { state: SKIPPED }),
    ]);
    await planned(workspace, '2026-11-21T04:30:00.000Z', '2026-11-21T06:00:10.000Z');
    const listing = await listSlots(workspace, ANY);
    expect(shown(listing)).toEqual([
      '09:00 due expected',
      '08:00 due expected',
      '07:00 due expected',
      '06:00 skipped',
      '05:00 started',
    ]);
    expect(listing.slots[0]?.slot).toMatchObject({
      key: 'at:2026-11-21T09:00:00.000Z',
      trigger: 'schedule',
      reason: 'not looked at yet: no daemon was running since 2026-11-21T06:00Z',
      runId: null,
      item: null,
    });
    expect(listing.silent).toEqual([
      {
        routine: 'sweep',
        slots: 4,
        lastStarted: '2026-11-21T05:00:00.000Z',
        reasons: [
          { words: 'without a record', count: 3 },
          { words: 'skipped (overlap)', count: 1 },
        ],
      },
    ]);
  });

  it('expects nothing from before the schedule was first seen, and nothing of one never seen', async () => {
    const workspace = await project();
    expect((await listSlots(workspace, ANY)).slots).toEqual([]);
    await planned(workspace, '2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z');
    expect(shown(await listSlots(workspace, ANY))).toEqual(['09:00 due expected']);
  });

  it('expects nothing of a schedule that was changed and not looked at since', async () => {
    const workspace = await project();
    const since = '2026-11-21T04:30:00.000Z';
    await workspace.schedule.writeStarts(
      new Map([[routineId('sweep'), { schedule: 'older', since }]]),
    );
    await workspace.schedule.writeCursor({ plannedTo: '2026-11-21T06:00:00.000Z' });
    expect((await listSlots(workspace, ANY)).slots).toEqual([]);
  });

  it('names a slot that was planned and has no record, unless a record stands for it', async () => {
    const workspace = await project();
    const covers = { from: '2026-11-21T02:00:00.000Z', to: '2026-11-21T04:00:00.000Z', count: 3 };
    const many = hour(4, {
      state: { kind: 'missed', cause: 'over-cap', reason: 'too many' },
      covers,
    });
    await workspace.slots.createAll([
      many,
      hour(6, { state: SKIPPED }),
      hour(7, { state: SKIPPED }),
    ]);
    await planned(workspace, '2026-11-21T01:30:00.000Z', '2026-11-21T07:30:00.000Z');
    const listing = await listSlots(workspace, { ...ANY, states: ['due'] });
    expect(listing.slots.map(({ slot }) => [slot.scheduledFor.slice(11, 16), slot.reason])).toEqual(
      [
        ['09:00', 'not looked at yet: no daemon was running since 2026-11-21T07:30Z'],
        ['08:00', 'not looked at yet: no daemon was running since 2026-11-21T07:30Z'],
        ['05:00', 'no record of it: the routine was not active then, or the record was removed'],
      ],
    );
    expect(listing.silent).toMatchObject([
      {
        slots: 8,
        lastStarted: null,
        reasons: [
          { words: 'missed (over-cap)', count: 3 },
          { words: 'without a record', count: 3 },
          { words: 'skipped (overlap)', count: 2 },
        ],
      },
    ]);
  });

  it('counts what it does not list, however many', async () => {
    const workspace = await project({ 'routines/sweep.yaml': HOURLY.replace('0 *', '* *') });
    await planned(workspace, '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z');
    const listing = await listSlots(workspace, { ...ANY, limit: 3 });
    expect(shown(listing)).toEqual([
      '09:30 due expected',
      '09:29 due expected',
      '09:28 due expected',
    ]);
    // The newest two are not late yet.
    expect(listing.silent).toMatchObject([{ slots: 24 * 60 + 30 - 2 }]);
  });

  it('is not silent while the newest slot was started, or only just came due', async () => {
    const workspace = await project();
    await workspace.slots.createAll([
      hour(8, { state: SKIPPED }),
      hour(9, { state: startedAs('01kaaaaaaaaaaaaaaaaaaaaaaa') }),
      slotRecord('2026-11-21T09:29:30.000Z', { state: DUE }),
    ]);
    await planned(workspace, '2026-11-21T07:30:00.000Z', NOW);
    expect((await listSlots(workspace, ANY)).silent).toEqual([]);
  });

  it('takes no run by hand for a sign of life', async () => {
    const workspace = await project();
    const byHand = hour(9, {
      slot: {
        key: slotKey('manual:01kaaaaaaaaaaaaaaaaaaaaaaa'),
        scheduledFor: '2026-11-21T09:10:00.000Z',
        trigger: 'manual',
      },
      state: startedAs('01kaaaaaaaaaaaaaaaaaaaaaaa'),
    });
    await workspace.slots.createAll([byHand, hour(9, { state: SKIPPED })]);
    await planned(workspace, '2026-11-21T08:30:00.000Z', NOW);
    expect((await listSlots(workspace, ANY)).silent).toMatchObject([
      { slots: 1, lastStarted: null },
    ]);
  });

  it('narrows by routine, instant and number', async () => {
    const workspace = await project({
      'routines/sweep.yaml': HOURLY,
      'routines/other.yaml': HOURLY,
    });
    await workspace.slots.createAll([
      hour(7, { state: SKIPPED }),
      hour(8, { state: SKIPPED }),
      hour(8, { routine: routineId('other'), state: SKIPPED }),
    ]);
    await planned(workspace, '2026-11-21T06:30:00.000Z', '2026-11-21T08:30:00.000Z');
    const sweep = routineId('sweep');
    expect(shown(await listSlots(workspace, { ...ANY, routine: sweep }))).toEqual([
      '09:00 due expected',
      '08:00 skipped',
      '07:00 skipped',
    ]);
    expect(
      shown(
        await listSlots(workspace, { ...ANY, routine: sweep, since: '2026-11-21T08:00:00.000Z' }),
      ),
    ).toEqual(['09:00 due expected', '08:00 skipped']);
    expect(shown(await listSlots(workspace, { ...ANY, routine: routineId('other') }))).toEqual([
      '08:00 skipped',
    ]);
    expect(shown(await listSlots(workspace, { ...ANY, limit: 1 }))).toEqual(['09:00 due expected']);
    expect(
      shown(await listSlots(workspace, { ...ANY, since: '2026-11-21T09:10:00.000Z' })),
    ).toEqual([]);
  });
});
