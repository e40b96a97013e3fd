import { expect, it } from 'vitest';

import { toReviewView } from '../../../src/cli/output/review-view.ts';
import { groupBranches } from '../../../src/review/group-branches.ts';
import { makeChangeSet } from '../../../src/review/make-change-set.ts';
import {
  changeOf,
  couplingOf,
  reviewBranch,
  routineOf,
  runIdOf,
} from '../../kit/review-branches.ts';

it('gives change sets in the shape that scripts rely on', () => {
  const run = runIdOf('one');
  const branches = [
    reviewBranch('a', {
      runId: run,
      routine: routineOf('sweep'),
      changes: [changeOf('src/a.ts'), changeOf('test/a.test.ts')],
    }),
    reviewBranch('b', { changes: [changeOf('src/a.ts')] }),
  ];
  const files = [{ path: 'src/a.ts', kind: 'contents' }];
  const trials = [
    { a: 'a', b: 'main', kind: 'clean' as const, files: [], detail: '' },
    { a: 'b', b: 'main', kind: 'clean' as const, files: [], detail: '' },
    { a: 'a', b: 'b', kind: 'conflict' as const, files, detail: '' },
  ];
  const { sets, weak } = groupBranches({
    branches,
    couplings: [couplingOf('a', 'b')],
    choices: [],
  });
  const material = {
    trials,
    unions: [],
    known: new Map(),
    modes: new Map(),
    changedLines: new Map(),
    largeLines: 400,
  };
  const look = {
    sets: sets.map((set) => makeChangeSet(set, material)),
    weak,
    aside: [],
    targets: [],
    problems: [],
  };
  const view: unknown = JSON.parse(JSON.stringify(toReviewView(look)));
  expect(view).toMatchObject({
    changeSets: [
      {
        id: sets[0]?.id,
        branches: [
          {
            branch: 'a',
            runId: run,
            routine: 'sweep',
            files: ['src/a.ts', 'test/a.test.ts'],
            insertions: 2,
            deletions: 0,
            risk: 'low',
          },
          { branch: 'b', runId: null, routine: null, files: ['src/a.ts'], risk: 'low' },
        ],
        couplings: [{ a: 'a', b: 'b', kind: 'symbol', detail: 'a changes it, b calls it' }],
        conflicts: [{ a: 'a', b: 'b', files: ['src/a.ts'] }],
        order: ['a', 'b'],
      },
    ],
  });
  const names = look.sets[0]?.readiness.map(({ name, ok }) => [name, ok]);
  expect(names?.slice(0, 3)).toEqual([
    ['checks', null],
    ['conflicts', false],
    ['union', null],
  ]);
});
