import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { resolveRoutineText } from '../../src/routines/resolve-routine-text.ts';
import { bytesOf, context, routineOf } from '../kit/definitions.ts';

function resolved(text: string, overrides: readonly string[] = []): string {
  const made = resolveRoutineText(
    { file: 'routines/x.yaml', bytes: bytesOf(text), overrides },
    context,
  );
  if (made.kind === 'problems') throw new Error(JSON.stringify(made.problems));
  return made.text;
}

const sweep = readFileSync('routines/todo-sweep.yaml', 'utf8');

test('every value says where it came from', async () => {
  await expect(resolved(sweep, ['collect.todos.older-than=0d'])).toMatchFileSnapshot(
    'golden/todo-sweep.resolved.yaml',
  );
});

test.each([
  ['the shipped sweep', sweep],
  ['the shipped changes', readFileSync('routines/weekly-changes.yaml', 'utf8')],
  [
    'a text that looks like an empty list with a comment',
    'on: manual\ncollect: [todos]\nagent:\n  prompt: |\n    a:\n      []\n      # b\n',
  ],
  [
    'a stretch of time',
    'on: { schedule: [{ every: 6h }, "0 1 * * *"] }\nwindow: { since: 2d }\ncollect:\n  - command: { run: ["#a", "* b", "null", ""] }\n',
  ],
  [
    'every trigger and policy',
    `on:
  webhook: env:HOOK
  deployment: production
  git: { branches: main }
  files: docs/**
  routine: other
  manual: { inputs: { since: , depth: { type: choice, options: [a, b], default: a }, n: number } }
  schedule: [{ every: 10m }]
policy: { until: 2026-12-31T18:00, pause-after-failures: false, touches: [src/**], concurrency: g, jitter: 5m }
condition: scripts/x.sh --all
window: { since: last-deploy }
collect: [todos]
`,
  ],
])('what is printed means the same when it is read again: %s', (_, text) => {
  expect(routineOf(resolved(text))).toEqual(routineOf(text));
});

test('a schedule in words is printed as what it came to, with the words and where they stood', () => {
  const text =
    'on:\n  schedule:\n    - daily between 01:00 and 04:00 in UTC\n    - every 6h\ncollect: [todos]\n';
  expect(resolved(text).split('\n').slice(4, 10)).toEqual([
    'on:',
    '  schedule:',
    '    - cron: 27 1 * * * # routines/x.yaml:3, `daily between 01:00 and 04:00`, scattered from `between 01:00 and 04:00`',
    '      timezone: UTC # routines/x.yaml:3, in the words',
    '    - every: 6h # routines/x.yaml:4, `every 6h`',
    '      timezone: Europe/Berlin # roundsman.yaml:2',
  ]);
});
