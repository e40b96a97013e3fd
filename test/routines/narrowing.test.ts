import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseRoutine } from '../../src/routines/parse-routine.ts';
import { narrowingOverrides } from '../../src/words/run-spec.ts';
import { bytesOf, context } from '../kit/definitions.ts';

test.each([
  ['todo-sweep', 'paths=src', 'collect.todos.paths=src'],
  ['todo-sweep', 'older-than=2y', 'collect.todos.older-than=2y'],
  ['todo-sweep', 'todos.exclude+=lib', 'collect.todos.exclude+=lib'],
  ['todo-sweep', 'collect.todos.paths=[a, b]', 'collect.todos.paths=[a, b]'],
  ['todo-sweep', 'workspace.base=v1', 'workspace.base=v1'],
  ['release-check', 'release-notes.from=v1', 'collect.release-notes.from=v1'],
  ['release-check', 'window.since=2d', 'window.since=2d'],
])('of %s, --set %s changes where a run looks', (name, typed, whole) => {
  const reading = parseRoutine(
    {
      file: `routines/${name}.yaml`,
      bytes: bytesOf(readFileSync(`routines/${name}.yaml`, 'utf8')),
      overrides: [typed, 'limits.timeout=7m', 'usd-per-run=3'],
    },
    context,
  );
  if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
  const { overrides = [] } = reading;
  expect(overrides).toEqual([whole, 'limits.timeout=7m', 'limits.budget.usd-per-run=3']);
  expect(narrowingOverrides({ overrides })).toEqual([whole]);
});
