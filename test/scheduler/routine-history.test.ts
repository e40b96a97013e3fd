import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readRoutineHistory, routineHistory } from '../../src/scheduler/window-rule.ts';
import { isRunId, isSlotKey } from '../../src/words/ids.ts';
import type { Routine } from '../../src/words/routine.ts';
import type { RunView } from '../../src/words/run.ts';
import { replayKey, replayedRun, type Slot } from '../../src/words/slot.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { memoryStores } from '../kit/memory-stores.ts';
import { routineNamed } from '../kit/routine.ts';
import { stillClock } from '../kit/still-clock.ts';
import { GOOD_RESULT, storeEndedRun } from '../kit/stored-run.ts';

function slotOf(
  key: string,
  scheduledFor = '2026-11-30T02:00:00.000Z',
): Pick<Slot, 'key' | 'scheduledFor'> {
  if (!isSlotKey(key)) throw new TypeError(key);
  return { key, scheduledFor };
}

async function someView(): Promise<RunView> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const folder = gitRepo({ a: 'a' }).path;
  const workspace = await openWorkspace({ actor: 'ada', folder, env, clock: stillClock() });
  await storeEndedRun(workspace);
  const [view] = (await workspace.runs.listViews()).views;
  if (view === undefined) throw new Error('no run');
  return view;
}

describe('the history of a routine', () => {
  it('is the furthest end of a good run, in whatever order runs came, and never that of a replay', async () => {
    const view = await someView();
    const key = replayKey(view.id, 1);
    if (key === null) throw new TypeError(view.id);
    const run = fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      good: fc.boolean(),
      replay: fc.boolean(),
      deployed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(run), (runs) => {
        const endOf = (day: number): string => new Date(Date.UTC(2026, 10, day)).toISOString();
        const views = runs.map(({ day, good, replay, deployed }) => ({
          ...view,
          slot: {
            key: replay ? key : view.slot.key,
            scheduledFor: endOf(day),
            trigger: deployed ? ('deployment' as const) : ('schedule' as const),
          },
          result: good ? GOOD_RESULT : { ...GOOD_RESULT, report: 'missing' as const },
          window: { from: null, to: endOf(day), uncovered: null },
        }));
        const counted = runs.filter(({ replay }) => !replay);
        const last = (days: readonly number[]): string | null =>
          days.length === 0 ? null : endOf(Math.max(...days));
        expect(routineHistory(views)).toEqual({
          lastRun: last(counted.map(({ day }) => day)),
          lastSuccess: last(counted.filter(({ good }) => good).map(({ day }) => day)),
          lastDeploy: last(
            counted.filter(({ good, deployed }) => good && deployed).map(({ day }) => day),
          ),
        });
      }),
    );
  });

  it('is empty before the first run, and not that of another routine', async () => {
    const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
    const folder = gitRepo({ a: 'a' }).path;
    const workspace = await openWorkspace({ actor: 'ada', folder, env, clock: stillClock() });
    const { routine } = await storeEndedRun(workspace, { routine: 'other' });
    const { routine: sweep } = await storeEndedRun(workspace, { at: '2026-11-22T02:00:00.000Z' });
    expect(await readRoutineHistory(workspace, since(sweep), slotOf(`manual:x`))).toEqual({
      lastRun: '2026-11-22T02:00:00.000Z',
      lastSuccess: '2026-11-22T02:00:00.000Z',
      lastDeploy: null,
    });
    expect(await readRoutineHistory(workspace, since(routine), slotOf(`manual:x`))).toEqual({
      lastRun: '2026-11-21T02:00:00.000Z',
      lastSuccess: '2026-11-21T02:00:00.000Z',
      lastDeploy: null,
    });
  });
});

it('reads no run where the window does not ask for what ran before', async () => {
  const window = { kind: 'last', ms: 1 } as const;
  const { runs } = memoryStores();
  const place = { runs: { ...runs, listViews: () => expect.unreachable() } };
  const { id } = routineNamed('sweep');
  expect(await readRoutineHistory(place, { id, window }, slotOf('manual:x'))).toEqual({
    lastRun: null,
    lastSuccess: null,
    lastDeploy: null,
  });
});

function since({ id }: Pick<Routine, 'id'>): Pick<Routine, 'id' | 'window'> {
  return { id, window: { kind: 'since', since: 'last-success', maxMs: null } };
}

describe('the history that a backfill continues from', () => {
  it('ends before its instant, whatever ran since', async () => {
    const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
    const folder = gitRepo({ a: 'a' }).path;
    const workspace = await openWorkspace({ actor: 'ada', folder, env, clock: stillClock() });
    for (const day of [10, 12, 20]) {
      await storeEndedRun(workspace, { at: `2026-11-${day}T02:00:00.000Z` });
    }
    const { routine } = await storeEndedRun(workspace, { at: '2026-11-22T02:00:00.000Z' });
    const at = '2026-11-12T02:00:00.000Z';
    expect(
      await readRoutineHistory(workspace, since(routine), slotOf(`backfill:${at}`, at)),
    ).toMatchObject({ lastSuccess: '2026-11-10T02:00:00.000Z' });
    expect(
      await readRoutineHistory(workspace, since(routine), slotOf(`at:${at}`, at)),
    ).toMatchObject({
      lastSuccess: '2026-11-22T02:00:00.000Z',
    });
  });
});

describe('the key of a replay', () => {
  it('gives back the run that it was made from, and no other key does', () => {
    const run = '01kahw5n4g8b6vqkq5m3s7tz2y';
    if (!isRunId(run)) throw new TypeError(run);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (turn) => {
        const key = replayKey(run, turn);
        expect(key === null ? null : replayedRun(key)).toBe(run);
      }),
    );
  });
});
