import { AppError } from '../words/errors.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import { matchId } from '../workspace/match-id.ts';
import { compareMany } from './compare-many.ts';
import type { CompareVariants } from './contract.ts';
import { inspectReview } from './inspect-review.ts';

/** Throws `not-found` where no variants of it wait. */
export const compareVariants: CompareVariants = async (workspace, { what }) => {
  const look = await inspectReview(workspace);
  const all = [
    ...look.sets.flatMap(({ branches }) => branches),
    ...look.aside.map(({ branch }) => branch),
  ].filter(({ variant }) => variant !== null);
  const of = leaderOf(all, what);
  const group = all.filter(({ variant }) => variant?.of === of);
  if (of !== null && group.length > 1) return compareMany(workspace, group.toSorted(byLabel));
  throw new AppError('not-found', {
    code: 'no-variants',
    message: `no two variants of "${oneLine(what, 80)}" wait for review`,
    hint: 'Name two branches: roundsman review compare A B',
  });
};

function leaderOf(branches: readonly ReviewBranch[], what: string): string | null {
  const leaders = [...new Set(branches.flatMap(({ variant }) => variant?.of ?? []))];
  const leader = matchId(leaders, what);
  if (leader.kind === 'one') return leader.id;
  const runs = branches.flatMap(({ runId }) => runId ?? []);
  const run = matchId(runs, what);
  const one = branches.find(
    ({ branch, runId }) =>
      branch === what || branch.endsWith(`/${what}`) || (run.kind === 'one' && runId === run.id),
  );
  return one?.variant?.of ?? null;
}

function byLabel(a: ReviewBranch, b: ReviewBranch): number {
  return (a.variant?.label ?? '') < (b.variant?.label ?? '') ? -1 : 1;
}
