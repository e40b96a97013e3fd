/** Makes two branches of one, by paths. The old one is discarded, restorably; the new ones belong to its run. */
import { updateRefs } from '../git/update-refs.ts';
import { newRunId } from '../platform/ids.ts';
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { matchPaths } from '../words/path-globs.ts';
import type { SplitPart } from '../words/review/branch-verdict.ts';
import type { DiscardedBranch } from '../words/review/discarded-branch.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { SplitRequest } from './contract.ts';
import { findReviewed } from './find-reviewed.ts';
import { claimBranches, placeHere } from './fleet/machine-of.ts';
import { noLandingProbe, type LandingProbe } from './landing-probe.ts';
import { changesIn } from './landing/changes-between.ts';
import {
  alone,
  discardedRef,
  gitDateOf,
  identityHere,
  openDesk,
  partRefs,
  type Desk,
} from './landing/desk.ts';
import { finishDiscard } from './landing/finish-discard.ts';
import { mayGo } from './landing/may-go.ts';
import { refused, tipOf } from './landing/place-of-target.ts';
import { recoverAll } from './landing/recover-all.ts';
import { recoverDiscarded } from './landing/recover-discarded.ts';
import { withScratch } from './landing/scratch.ts';
import { splitCommits, type Split } from './landing/split-commits.ts';

/* oxlint-disable-next-line eslint/max-params -- a use case, watched from inside */
export async function splitBranch(
  workspace: Workspace,
  request: SplitRequest,
  probe: LandingProbe = noLandingProbe,
): Promise<readonly [string, string]> {
  if (request.paths.length === 0) throw noPaths();
  const desk = openDesk(workspace, probe);
  return alone(workspace, async () => {
    await recoverAll(desk);
    const { branches } = await findReviewed(workspace, { what: request.what });
    const [branch, ...others] = branches;
    if (branch === undefined || others.length > 0) throw notOne(request.what);
    await mayGo(desk, [branch]);
    return split(desk, branch, request);
  });
}

/* oxlint-disable-next-line eslint/max-params -- what, and how */
async function split(
  desk: Desk,
  branch: ReviewBranch,
  request: SplitRequest,
): Promise<readonly [string, string]> {
  const { review, clock } = desk.workspace;
  const now = clock.now();
  const id = newRunId(now);
  const names = await freeNames(desk, branch.branch);
  const committer = { ...(await identityHere(desk)), at: gitDateOf(now) };
  const belongs = matchPaths(request.paths);
  const into = await withScratch(
    desk,
    { id, tip: branch.base },
    async ({ git, context, handOver }) => {
      const made = await splitCommits({
        git,
        base: branch.base,
        tip: branch.tip,
        belongs,
        committer,
        changes: (from, to) => changesIn(context, { from, to }),
      });
      if (made.kind !== 'split') throw notSplit(branch.branch, made);
      const parts = partsOf(names, made.tips);
      const refs = partRefs({ id, into: parts });
      await handOver(Object.fromEntries(refs.map((ref, at) => [ref, parts[at]?.tip ?? ''])));
      return parts;
    },
  );
  await desk.probe('split/prepared');
  const { branch: name, tip, runId: run } = branch;
  const { reason, by } = request;
  const at = now.toISOString();
  const record: DiscardedBranch = {
    id,
    branch: name,
    tip,
    run,
    reason,
    by,
    at,
    into,
    ...placeHere(desk.workspace),
    state: 'deleting',
  };
  await claimBranches(desk.workspace, [record], () => review.discarded.create(record));
  await desk.probe('split/recorded');
  await exchange(desk, record);
  await desk.probe('split/refs-moved');
  await finishDiscard(desk, record);
  return names;
}

/** In one stroke. */
async function exchange(desk: Desk, record: DiscardedBranch): Promise<void> {
  const { id, branch, tip, into = [] } = record;
  try {
    await updateRefs(desk.git, [
      ...into.map((part) => ({
        kind: 'create' as const,
        ref: `refs/heads/${part.branch}`,
        to: part.tip,
      })),
      { kind: 'create', ref: discardedRef(id), to: tip },
      { kind: 'delete', ref: `refs/heads/${branch}`, from: tip },
    ]);
  } catch (thrown) {
    await recoverDiscarded(desk);
    throw thrown;
  }
}

function partsOf(
  names: readonly [string, string],
  tips: readonly [CommitSha, CommitSha],
): readonly SplitPart[] {
  return [
    { branch: names[0], tip: tips[0] },
    { branch: names[1], tip: tips[1] },
  ];
}

/** `…-1` and `…-2`, or what comes next that is free. */
async function freeNames(desk: Desk, branch: string): Promise<readonly [string, string]> {
  const free: string[] = [];
  for (let number = 1; free.length < 2; number += 1) {
    const name = `${branch}-${number}`;
    if ((await tipOf(desk, `refs/heads/${name}`)) === null) free.push(name);
  }
  const [first = '', second = ''] = free;
  return [first, second];
}

/* oxlint-disable-next-line eslint/max-params -- of what, and why not */
function notSplit(branch: string, made: Exclude<Split, { readonly kind: 'split' }>): AppError {
  const shown = oneLine(branch, 200);
  if (made.kind === 'has-merges')
    return refused('branch-has-merges', `${shown} has merges, and they cannot be split`, '');
  const message =
    made.matching === 'all'
      ? `everything that ${shown} changes matches: nothing would be left`
      : `nothing that ${shown} changes matches`;
  return refused(
    'one-sided',
    message,
    `See what it changes: roundsman review diff ${shown} --stat`,
  );
}

function noPaths(): AppError {
  return new AppError('usage', {
    code: 'paths-missing',
    message: 'nothing says which files go to the first branch',
    hint: 'Say it: --path "docs/**"',
  });
}

function notOne(what: string): AppError {
  return new AppError('usage', {
    code: 'not-one-branch',
    message: `"${oneLine(what, 80)}" stands for several branches, and one is split at a time`,
    hint: 'Name the branch.',
  });
}
