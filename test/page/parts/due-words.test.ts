/** Cron lines of common kinds in words; others as they are written. */
import { expect, it } from 'vitest';

import { dueWords } from '../../../src/page/parts/times.ts';
import type { Trigger } from '../../../src/words/trigger.ts';

const cron = (expression: string): Trigger => ({
  kind: 'schedule',
  when: { kind: 'cron', expression },
  timezone: 'UTC',
});

it.each([
  ['0 7 * * 1-5', 'weekdays at 07:00'],
  ['30 5 * * *', 'daily at 05:30'],
  ['5 0 * * 7', 'Sundays at 00:05'],
  ['0 7 1 * *', '0 7 1 * *'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['*/7 * * * *', '*/7 * * * *'],
  ['28 */2 * * *', 'every 2 hours at :28'],
  ['28 */5 * * *', '28 */5 * * *'],
  ['5 * * * *', 'hourly at :05'],
  ['0 7 * * 1,3', '0 7 * * 1,3'],
])('%s is %s', (expression, words) => {
  expect(dueWords([cron(expression), { kind: 'manual', inputs: {} }])).toBe(`${words}; by hand`);
});
