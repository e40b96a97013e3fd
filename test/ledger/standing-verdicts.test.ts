import { expect, test } from 'vitest';

import { formatBranchVerdict, standingVerdicts } from '../../src/ledger/branch-verdicts.ts';
import { isCommitSha } from '../../src/words/ids.ts';
import type { BranchVerdict } from '../../src/words/review/branch-verdict.ts';

function verdict(kind: BranchVerdict['kind'], day: number, branch = 'a'): BranchVerdict {
  const tip = 'a'.repeat(40);
  if (!isCommitSha(tip)) throw new TypeError(tip);
  return {
    id: `v${day}`,
    kind,
    branch,
    tip,
    title: 'Mend it',
    run: null,
    routine: null,
    engine: null,
    reason: 'because',
    by: 'ada',
    at: `2026-11-${10 + day}T00:00:00.000Z`,
  };
}

test('what was taken back is not told as if it held; words of people stay', () => {
  const verdicts = [
    verdict('commented', 1),
    verdict('discarded', 2),
    verdict('discarded', 3, 'b'),
    verdict('restored', 4),
    verdict('accepted', 5),
  ];
  expect(standingVerdicts(verdicts).map(({ id }) => id)).toEqual(['v1', 'v3', 'v4', 'v5']);
  expect(formatBranchVerdict(verdict('discarded', 2))).toBe(
    'discarded by ada on 2026-11-12: because',
  );
});
