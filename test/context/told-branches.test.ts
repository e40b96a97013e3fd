import { expect, it } from 'vitest';

import type { WaitingBranch } from '../../src/context/brief.ts';
import { toldBranches } from '../../src/context/gather-context.ts';
import type { Predecessor } from '../../src/words/review/predecessor.ts';
import { branchName, commitSha, routineId, runId } from '../kit/briefs.ts';

const branch = (end: string): WaitingBranch => ({
  branch: branchName(`roundsman/todo-sweep/2026-11-20-${end}`),
  routine: routineId('todo-sweep'),
  run: runId(),
  date: '2026-11-20',
  files: [],
  covers: [`note:${end}`],
});

const waits = (one: WaitingBranch, fields: Partial<Predecessor>): Predecessor => ({
  branch: one.branch,
  tip: commitSha(),
  run: one.run,
  touched: false,
  variant: false,
  fits: true,
  ...fields,
});

it('tells of all but those that nobody touched and that no longer merge, and says what these dealt with', () => {
  const [plain, touched, stale, both, other] = [
    'aaaaaa',
    'bbbbbb',
    'cccccc',
    'dddddd',
    'eeeeee',
  ].map(branch);
  if (!plain || !touched || !stale || !both || !other) throw new Error('too few');
  const predecessors = [
    waits(plain, {}),
    waits(touched, { touched: true }),
    waits(stale, { fits: false }),
    waits(both, { touched: true, fits: false }),
  ];
  expect(toldBranches([plain, touched, stale, both, other], predecessors)).toEqual({
    branches: [plain, { ...touched, touched: true }, { ...both, touched: true }, other],
    lapsed: ['note:cccccc'],
  });
  expect(toldBranches([other])).toEqual({ branches: [other], lapsed: [] });
});
