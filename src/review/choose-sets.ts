/** A person's word on which branches belong together. The newest one on a pair counts. */
import { newRunId } from '../platform/ids.ts';
import { AppError } from '../words/errors.ts';
import type { ReviewLook, SetChoice } from '../words/review/change-set.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { ReviewWord } from './contract.ts';
import { findIn } from './find-reviewed.ts';
import { inspectReview } from './inspect-review.ts';

/** More pairs than this in one go are a slip. */
const MOST_BRANCHES = 40;

/** @param branches two or more, as typed; a set stands for all of its branches. Joins or parts each pair of them */
export async function chooseSets(
  workspace: Workspace,
  request: ReviewWord & { readonly kind: 'join' | 'part'; readonly branches: readonly string[] },
): Promise<ReviewLook> {
  const { review, locks, clock } = workspace;
  const { look, groups, others } = await meant(workspace, request.branches);
  const pairs = pairsOf(groups, request.kind);
  refuseOdd(request, { groups, pairs });
  await locks.ledger(async () => {
    for (const [a, b] of pairs) {
      const now = clock.now();
      const choice: SetChoice = {
        id: newRunId(now),
        kind: request.kind,
        a: a.branch,
        b: b.branch,
        reason: request.reason,
        by: request.by,
        at: now.toISOString(),
      };
      await review.choices.create(choice);
    }
  });
  return pairs.length === 0 ? look : inspectReview(workspace, { others });
}

interface Meant {
  readonly look: ReviewLook;
  /** For each word what it stands for. */
  readonly groups: readonly (readonly ReviewBranch[])[];
  readonly others: boolean;
}

/** Others' branches count where a word fits none of ours. */
async function meant(workspace: Workspace, words: readonly string[]): Promise<Meant> {
  for (const others of [false, true]) {
    const look = await inspectReview(workspace, { others });
    const groups = words.map((word) => findIn(look, word)?.branches ?? null);
    const found = groups.filter((group) => group !== null);
    if (found.length === groups.length) return { look, groups: found, others };
    const unknown = words[groups.indexOf(null)] ?? '';
    if (others)
      throw new AppError('not-found', {
        code: 'review-unknown',
        message: `nothing that waits for review is called "${oneLine(unknown, 80)}"`,
        hint: 'See what is: roundsman review --others',
      });
  }
  throw new TypeError('unreachable');
}

/** `join` ties each pair; `part` cuts what is between the words, and of one set alone all that is in it. */
function pairsOf(
  groups: readonly (readonly ReviewBranch[])[],
  kind: 'join' | 'part',
): readonly (readonly [ReviewBranch, ReviewBranch])[] {
  const [only] = groups;
  const sides = groups.length === 1 && only !== undefined ? only.map((one) => [one]) : groups;
  const pairs = sides.flatMap((side, index) =>
    sides
      .slice(index + 1)
      .flatMap((other) =>
        kind === 'join'
          ? [[side[0], other[0]] as const]
          : side.flatMap((a) => other.map((b) => [a, b] as const)),
      ),
  );
  return pairs.flatMap(([a, b]) =>
    a === undefined || b === undefined || a.branch === b.branch ? [] : [[a, b] as const],
  );
}

function refuseOdd(
  { kind }: { readonly kind: 'join' | 'part' },
  {
    groups,
    pairs,
  }: {
    readonly groups: readonly (readonly ReviewBranch[])[];
    readonly pairs: readonly (readonly [ReviewBranch, ReviewBranch])[];
  },
): void {
  const branches = new Set(groups.flat().map(({ branch }) => branch));
  if (pairs.length === 0)
    throw new AppError('usage', {
      code: 'one-branch',
      message: `to ${kind} takes two branches, and one was named`,
      hint: `Name another: roundsman review ${kind} A B`,
    });
  if (branches.size > MOST_BRANCHES)
    throw new AppError('usage', {
      code: 'too-many-branches',
      message: `${branches.size} branches were named, and no more than ${MOST_BRANCHES} can be decided on at once`,
      hint: 'Name fewer of them.',
    });
  const apart = pairs.find(([a, b]) => a.target !== b.target);
  if (kind === 'join' && apart !== undefined) {
    const [a, b] = apart;
    throw new AppError('refused', {
      code: 'other-target',
      message: `${oneLine(a.branch, 120)} lands on ${oneLine(a.target, 80)} and ${oneLine(b.branch, 120)} on ${oneLine(b.target, 80)}`,
      hint: 'Join what lands on the same branch.',
    });
  }
}
