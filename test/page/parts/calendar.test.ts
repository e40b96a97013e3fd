/** A day of many runs is red only where a quarter of them failed. */
import { expect, it } from 'vitest';

import { runCalendar } from '../../../src/page/parts/calendar.ts';
import { toRunView } from '../../../src/words/run-view.ts';
import { storedRun } from '../../kit/stored-run-data.ts';

it.each([
  [['succeeded', 'succeeded'], 'good', '2 runs, none failed'],
  [['failed', 'succeeded', 'succeeded', 'succeeded', 'succeeded'], 'some', '5 runs, 1 failed'],
  [['failed', 'succeeded', 'succeeded', 'succeeded'], 'bad', '4 runs, 1 failed'],
  [['cancelled'], 'quiet', '1 run, none failed'],
] as const)('%j is %s', (executions, tone, words) => {
  const runs = executions.flatMap((execution) => {
    const view = toRunView(
      storedRun({ routine: 'look', at: '2026-03-02T02:00:00Z', result: { execution } }),
    );
    return view === null ? [] : [view];
  });
  const now = new Date('2026-03-03T10:00:00Z');
  const body = runCalendar({ runs, now, days: 7, timezone: 'UTC' }).toString();
  expect(/class="day (\w+)" title="2026-03-02: ([^"]+)"/.exec(body)?.slice(1)).toEqual([
    tone,
    words,
  ]);
});
