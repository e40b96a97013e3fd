import { expect, test } from 'vitest';

import { formatTrigger } from '../../../src/scheduler/format-schedule.ts';
import { routineOf } from '../../kit/definitions.ts';

test.each([
  ['manual', 'manual'],
  ['{ schedule: every 6h }', 'every 6h'],
  ['{ schedule: [{ every: 90m }] }', 'every 1h 30m'],
  ['{ schedule: "0 2 * * 1-5" }', '0 2 * * 1-5'],
  ['{ webhook: env:X }', 'webhook'],
  ['{ deployment: }', 'deployment'],
  ['{ deployment: production }', 'deployment to production'],
  ['{ git: { branches: [main], tags: ["v*", "w*"] } }', 'git main, v* and 1 more'],
  ['{ files: [docs/**, "!docs/x/**"] }', 'files docs/**, !docs/x/**'],
  ['{ routine: release-check }', 'after release-check'],
  ['{ routine: { completed: [a, b, c], outcome: failed } }', 'after a failure of a, b and 1 more'],
  ['{ routine: { completed: a, outcome: [succeeded, failed] } }', 'after any end of a'],
])('%s is told as: %s', (on, words) => {
  const { triggers } = routineOf(`on: ${on}\ncollect: [todos]\n`);
  expect(triggers.map(formatTrigger)).toEqual([words]);
});
