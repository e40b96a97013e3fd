/** Brings a discarded branch back, where its name is free. */
import { checkedOutBranches } from '../git/list-worktrees.ts';
import { updateRefs } from '../git/update-refs.ts';
import { AppError } from '../words/errors.ts';
import type { DiscardedBranch } from '../words/review/branch-verdict.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { matchId } from '../workspace/resolve-id.ts';
import type { Named } from './contract.ts';
import {
  noLandingProbe,
  type LandingProbe,
  alone,
  discardedRef,
  openDesk,
  type Desk,
} from './landing/desk.ts';
import { finishRestore } from './landing/finish-discard.ts';
import { refused, tipOf } from './landing/place-of-target.ts';
import { recoverAll } from './landing/recover-all.ts';

export async function restoreBranch(
  workspace: Workspace,
  request: Named & { readonly by: string },
  probe: LandingProbe = noLandingProbe,
): Promise<DiscardedBranch> {
  const desk = openDesk(workspace, probe);
  return alone(workspace, async () => {
    await recoverAll(desk);
    const record = await findDiscarded(workspace, request.what);
    const { branch, tip, id } = record;
    const ref = `refs/heads/${branch}`;
    const shown = oneLine(branch, 200);
    if ((await tipOf(desk, ref)) !== null) {
      const hint = `Rename that one first: git branch -m ${shown} OTHER`;
      throw refused('branch-exists', `there is a branch ${shown} already`, hint);
    }
    await needKept(desk, record);
    await updateRefs(desk.git, [
      { kind: 'create', ref, to: tip },
      { kind: 'delete', ref: discardedRef(id), from: tip },
      ...(await partsToDrop(desk, record)),
    ]);
    await probe('restore/refs-moved');
    return finishRestore(desk, record, request.by);
  });
}

/** Parts of a reverted split without further commits or a checkout. The whole branch contains all of their changes. */
async function partsToDrop(
  desk: Desk,
  { into = [] }: DiscardedBranch,
): Promise<readonly { readonly kind: 'delete'; readonly ref: string; readonly from: string }[]> {
  if (into.length === 0) return [];
  const places = await checkedOutBranches(desk.workspace.location.gitDir);
  const tips = await Promise.all(into.map(({ branch }) => tipOf(desk, `refs/heads/${branch}`)));
  return into.flatMap(({ branch, tip }, at) =>
    tips[at] === tip && !places.has(branch)
      ? [{ kind: 'delete' as const, ref: `refs/heads/${branch}`, from: tip }]
      : [],
  );
}

/** What can be brought back, newest first. */
export async function listDiscarded(workspace: Workspace): Promise<readonly DiscardedBranch[]> {
  const desk = openDesk(workspace);
  const records = (await workspace.review.discarded.list()).toReversed();
  const { stdout } = await desk.git([
    'for-each-ref',
    '--format=%(refname)',
    '--',
    'refs/roundsman/discarded/',
  ]);
  const kept = new Set(stdout.split('\n'));
  return records.filter(({ id, state }) => state === 'discarded' && kept.has(discardedRef(id)));
}

async function needKept(desk: Desk, { id, branch, tip, at }: DiscardedBranch): Promise<void> {
  if ((await tipOf(desk, discardedRef(id))) === tip) return;
  throw new AppError('not-found', {
    code: 'discarded-gone',
    message: `${oneLine(branch, 200)} was discarded on ${at.slice(0, 10)}, and its time is over`,
    hint: `It stood at ${tip}; while git has not tidied up: git branch NAME ${tip}`,
  });
}

/** The newest of that name, or the one of that id. */
async function findDiscarded(workspace: Workspace, what: string): Promise<DiscardedBranch> {
  const found = await discardedCalled(workspace, what);
  if (found !== null) return found;
  throw new AppError('not-found', {
    code: 'discarded-unknown',
    message: `no discarded branch is called "${oneLine(what, 80)}"`,
    hint: 'See what can be restored: roundsman review restore',
  });
}

/** By branch, end of it, run or routine; `null`: none that could be restored. */
export async function discardedCalled(
  workspace: Workspace,
  what: string,
): Promise<DiscardedBranch | null> {
  const records = (await workspace.review.discarded.list())
    .filter(({ state }) => state === 'discarded')
    .toReversed();
  const name = what.replace(/^refs\/heads\//, '');
  const byName =
    records.find(({ branch }) => branch === name) ??
    records.find(({ branch }) => branch.endsWith(`/${name}`)) ??
    records.find(({ branch }) => branch.startsWith(`roundsman/${name}/`));
  if (byName !== undefined) return byName;
  const match = matchId(
    records.flatMap(({ id, run }) => (run === null ? [id] : [id, run])),
    what,
  );
  const found =
    match.kind === 'one'
      ? records.find(({ id, run }) => id === match.id || run === match.id)
      : records.find(({ branch }) => name.length >= 3 && branch.endsWith(name));
  return found ?? null;
}
