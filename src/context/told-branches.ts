/** Which of the branches that wait a run is told of, and what it does again because the branch no longer merges. Pure. */
import { madeAnew, type Predecessor } from '../words/review/predecessor.ts';
import type { BriefContext, WaitingBranch } from './brief.ts';

/* oxlint-disable-next-line eslint/max-params -- branches, and what is known of those of the same routine */
export function toldBranches(
  waiting: readonly WaitingBranch[],
  predecessors: readonly Predecessor[] = [],
): Required<Pick<BriefContext, 'branches' | 'lapsed'>> {
  const again = madeAnew(predecessors);
  const touched = new Set<string>(
    predecessors.filter((one) => one.touched).map(({ branch }) => branch),
  );
  return {
    branches: waiting
      .filter(({ branch }) => !again.has(branch))
      .map((one) => (touched.has(one.branch) ? { ...one, touched: true } : one)),
    lapsed: waiting.filter(({ branch }) => again.has(branch)).flatMap(({ covers }) => covers),
  };
}
