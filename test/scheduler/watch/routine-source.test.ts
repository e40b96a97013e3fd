import { expect, test } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import type { WatchParts } from '../../../src/scheduler/contract.ts';
import { routineSource, type RoutineSource } from '../../../src/scheduler/watch/routine-source.ts';
import type { StoredRun } from '../../../src/store/ports.ts';
import { toRunView } from '../../../src/words/run-view.ts';
import type { RunResult, RunView } from '../../../src/words/run.ts';
import type { ScheduledRoutine } from '../../../src/words/scheduled-routine.ts';
import type { RoutineTrigger } from '../../../src/words/trigger.ts';
import { listening, routineId } from '../../kit/event-intake.ts';
import { storedRun } from '../../kit/stored-run-data.ts';
import { payloadOf, watching, type Watching } from '../../kit/watching.ts';

function onRoutine(change: Partial<RoutineTrigger> = {}): RoutineTrigger {
  return {
    kind: 'routine',
    completed: [routineId('release-check')],
    outcome: ['succeeded'],
    ...change,
  };
}

interface Followed extends Watching {
  readonly source: RoutineSource;
}

/** Runs that are stored, oldest first. */
async function following(
  routines: readonly ScheduledRoutine[],
  options: {
    readonly runs?: readonly StoredRun[];
    readonly memoryFolder?: string;
    readonly at?: string;
  } = {},
): Promise<Followed> {
  const runs: WatchParts['runs'] = {
    read: async (id) => options.runs?.find(({ spec }) => spec.id === id) ?? null,
    listViews: async ({ limit = Infinity } = {}) => ({
      views: (options.runs ?? []).map(toRunView).toReversed().slice(0, limit),
      corrupt: [],
    }),
  };
  const { memoryFolder, at = '2026-11-21T09:00:00.000Z' } = options;
  const own = watching(
    { path: '/nowhere' },
    {
      runs,
      clock: { ...systemClock, now: () => new Date(at) },
      ...(memoryFolder === undefined ? {} : { memoryFolder }),
    },
  );
  const source = routineSource(own.parts);
  await source.follow(routines);
  return { ...own, source };
}

function ended(result: Partial<RunResult> = {}, change: Partial<RunView> = {}): RunView {
  const view = toRunView(
    storedRun({ routine: 'release-check', at: '2026-11-21T09:30:00.000Z', result }),
  );
  return { ...view, ...change };
}

test('a run that went well makes those that wait for it due, once', async () => {
  const { source, events, news } = await following([
    listening('announce', onRoutine()),
    listening('other', onRoutine({ completed: [routineId('sweep')] })),
  ]);
  const view = ended({}, { reportPath: '/reports/x.md' });
  await source.runEnded(view);
  expect(payloadOf(events[0])).toEqual({
    run: view.id,
    routine: 'release-check',
    result: view.result,
    reportPath: '/reports/x.md',
    branch: null,
    endedAt: '2026-11-21T09:30:00.000Z',
  });
  expect(news()).toEqual([`announce ${view.id}: release-check succeeded`]);
});

test.each<[string, Partial<RunResult>, Partial<RunView>, readonly string[]]>([
  ['succeeded with a valid report', {}, {}, ['any', 'good']],
  ['succeeded without a report', { report: 'missing' }, {}, ['any', 'bad']],
  ['failed', { execution: 'failed' }, {}, ['any', 'bad']],
  ['was cancelled', { execution: 'cancelled' }, {}, ['any', 'bad']],
  ['had nothing to do', {}, { skipped: 'nothing to do' }, []],
  ['continues', {}, { state: 'running', result: null }, []],
])('a run that %s', async (...[, result, change, expected]) => {
  const { source, news } = await following([
    listening('any', onRoutine({ outcome: ['any'] })),
    listening('bad', onRoutine({ outcome: ['failed'] })),
    listening('good', onRoutine()),
  ]);
  await source.runEnded(ended(result, change));
  expect(news().map((line) => line.split(' ')[0])).toEqual(expected);
});

test('runs that ended while no daemon ran count when one does', async () => {
  const routines = [listening('announce', onRoutine())];
  const first = await following(routines);
  await first.source.close();
  const runs = [
    '2026-11-21T08:59:00.000Z',
    '2026-11-21T09:30:00.000Z',
    '2026-11-21T11:00:00.000Z',
  ].map((at) => storedRun({ routine: 'release-check', at }));
  const { memoryFolder } = first.parts;
  const second = await following(routines, { runs, memoryFolder, at: '2026-11-21T12:00:00.000Z' });
  expect(second.news()).toEqual([
    `announce ${runs[1]?.spec.id}: release-check succeeded`,
    `announce ${runs[2]?.spec.id}: release-check succeeded`,
  ]);
  await second.source.close();
  // What ended in the last hour before is told again, and known by its id.
  const third = await following(routines, { runs, memoryFolder, at: '2026-11-21T12:30:00.000Z' });
  expect(third.news()).toEqual([`announce ${runs[2]?.spec.id}: release-check succeeded`]);
});

test('runs that ended before a trigger was followed do not count', async () => {
  const first = await following([listening('announce', onRoutine())]);
  const runs = [storedRun({ routine: 'release-check', at: '2026-11-21T09:30:00.000Z' })];
  const edited = listening('announce', onRoutine({ outcome: ['any'] }));
  const second = await following([edited, listening('new', onRoutine())], {
    runs,
    memoryFolder: first.parts.memoryFolder,
    at: '2026-11-21T12:00:00.000Z',
  });
  expect(second.news()).toEqual([]);
});

test('what could not be delivered is told again after a restart, and does not hold up the others', async () => {
  const routines = [listening('announce', onRoutine())];
  const first = await following(routines);
  const run = storedRun({ routine: 'release-check', at: '2026-11-21T09:30:00.000Z' });
  first.refuse('the disk is full');
  await expect(first.source.runEnded(toRunView(run))).rejects.toThrow('the disk is full');
  const second = await following(routines, { runs: [run], memoryFolder: first.parts.memoryFolder });
  expect(second.news()).toEqual([`announce ${run.spec.id}: release-check succeeded`]);
});

test('a chain of routines ends after sixteen runs, and says so', async () => {
  const runs: StoredRun[] = [];
  for (let index = 0; index < 16; index += 1) {
    runs.push(
      storedRun({
        routine: 'release-check',
        at: `2026-11-21T09:${30 + index}:00.000Z`,
        causedBy: runs.at(-1)?.spec.id ?? null,
      }),
    );
  }
  const { source, news, warnings } = await following([listening('announce', onRoutine())], {
    runs,
    at: '2026-11-21T09:10:00.000Z',
  });
  // Found when it began to follow.
  news();
  warnings.length = 0;
  const last = runs.at(-1);
  const before = runs.at(-2);
  if (last === undefined || before === undefined) throw new TypeError('no runs');
  await source.runEnded(toRunView(before));
  expect(news()).toHaveLength(1);
  expect(warnings).toEqual([]);
  await source.runEnded(toRunView(last));
  expect(news()).toEqual([]);
  expect(warnings).toEqual([
    `run ${last.spec.id} of release-check ends a chain of 16 routines: announce is not started by it`,
  ]);
});

test('an id that is not a run ends the search for what caused it', async () => {
  const run = storedRun({ routine: 'release-check', at: '2026-11-21T09:30:00.000Z' });
  const { source, news } = await following([listening('announce', onRoutine())], {
    runs: [
      {
        ...run,
        spec: {
          ...run.spec,
          event: { kind: 'routine', id: 'x', summary: '', payload: null, deployment: null },
        },
      },
    ],
  });
  news();
  await source.runEnded({ ...toRunView(run), id: newRunId(new Date('2026-11-21T09:00:00Z')) });
  expect(news()).toHaveLength(1);
});
