/** What goes into tonight's branch: new keys, and those of a branch that it replaces or that no longer merges. */
import { expect, it } from 'vitest';

import { isQuiet, planSweep } from '../../../../src/collectors/builtin/todo-sweep/plan-sweep.ts';
import { listMarks } from '../../../../src/collectors/builtin/todo-sweep/sweep-todos.ts';
import type { BriefContext, WaitingBranch } from '../../../../src/context/brief.ts';
import type { TodoFact } from '../../../../src/words/facts.ts';
import {
  branchName,
  brief,
  itemKey,
  itemKeys,
  prior,
  priorReport,
  routineId,
  runId,
  todo,
  todosFacts,
} from '../../../kit/briefs.ts';

const old = todo({ ageDays: 90, line: 1 });
const fresh = todo({ ageDays: 40, line: 9 });

function waiting(fields: Partial<WaitingBranch> = {}): WaitingBranch {
  return {
    branch: branchName('roundsman/todo-sweep/2026-11-20-abc123'),
    routine: routineId('todo-sweep'),
    run: runId(),
    date: '2026-11-20',
    files: [],
    covers: [old.fingerprint],
    ...fields,
  };
}

function marksOf(items: readonly TodoFact[], context: Partial<BriefContext>) {
  const facts = todosFacts({ items });
  const plan = planSweep(
    brief(
      { todos: facts },
      {
        reports: [priorReport()],
        findings: [prior(old, { item: itemKey(1) })],
        reservedItems: itemKeys(2, 5),
        ...context,
      },
    ),
    facts,
  );
  const { proposed, again } = listMarks(plan);
  const words = (marks: typeof again): readonly string[] =>
    marks.map(({ todo, item }) => `${todo.path}:${todo.line} ${item}`);
  return { proposed: words(proposed), again: words(again), quiet: isQuiet(plan) };
}

it.each<readonly [what: string, context: Partial<BriefContext>, again: readonly string[]]>([
  [
    'has the keys of an untouched branch, to take its place',
    { branches: [waiting()] },
    ['src/app.ts:1 RM-1'],
  ],
  ['only adds to a branch that a person touched', { branches: [waiting({ touched: true })] }, []],
  [
    'leaves the branch of another routine alone',
    { branches: [waiting({ routine: routineId('other') })] },
    [],
  ],
  [
    'has the keys of a branch that no longer merges',
    { lapsed: [old.fingerprint] },
    ['src/app.ts:1 RM-1'],
  ],
  ['does not offer again what was thrown away', {}, []],
])('a branch with something new %s', (_what, context, again) => {
  expect(marksOf([old, fresh], context)).toEqual({
    proposed: ['src/app.ts:9 RM-2'],
    again,
    quiet: false,
  });
});

it('with nothing new there is a branch only where the one before no longer merges', () => {
  expect(marksOf([old], { branches: [waiting()] })).toEqual({
    proposed: [],
    again: [],
    quiet: true,
  });
  expect(marksOf([old], { lapsed: [old.fingerprint] })).toEqual({
    proposed: [],
    again: ['src/app.ts:1 RM-1'],
    quiet: false,
  });
});

it('makes an untouched branch again without what was turned down since, once', () => {
  const covers = [old.fingerprint, fresh.fingerprint];
  const marks = (at: string, branch: Partial<WaitingBranch> = {}): ReturnType<typeof marksOf> =>
    marksOf([old, fresh], {
      branches: [waiting({ covers, run: runId('01m7vax6800000000000abcdef'), ...branch })],
      findings: [
        prior(old, { item: itemKey(1) }),
        prior(fresh, { state: 'dismissed', verdict: { kind: 'dismissed', reason: '', at } }),
      ],
    });
  const after = { proposed: [], again: ['src/app.ts:1 RM-1'], quiet: false };
  expect(marks('2026-11-21T09:00:00Z')).toEqual(after);
  const none = { proposed: [], again: [], quiet: true };
  expect(marks('2026-11-19T09:00:00Z')).toEqual(none);
  expect(marks('2026-11-21T09:00:00Z', { touched: true })).toEqual(none);
});

it('gives all places of one text the same key, but for those that have an issue or stand in no comment', () => {
  const same = { group: 'g', text: 'check the return value' };
  const lead = todo({ ageDays: 50, line: 2, ...same });
  const items = [
    lead,
    todo({ ageDays: 40, path: 'src/b.ts', ...same }),
    todo({ ageDays: 40, path: 'README.md', comment: false, ...same }),
  ];
  const marks = marksOf(items, { findings: [] });
  expect(marks.proposed).toEqual(['src/app.ts:2 RM-2', 'src/b.ts:3 RM-2']);
});
