/**
 * What a run hands back where a branch of its routine still waits: the commits of that branch on the run's base, and on them its
 * own, so that one branch holds both. The same for the same tips, whenever it is made: a step that is repeated finds its branch.
 */
import { listAttributeFiles } from '../../git/attribute-files.ts';
import { fetchRefs } from '../../git/fetch-ref.ts';
import { fileUrl } from '../../git/file-url.ts';
import { gitIn, sealedEnvironment } from '../../git/git-call.ts';
import type { GitContext } from '../../git/run-git.ts';
import { withScratchRepository } from '../../git/scratch-repository.ts';
import { trailersOfRanges } from '../../git/trailers-of-ranges.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { foldOne } from '../../review/landing/fold-one.ts';
import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import type { CommitSha } from '../../words/ids.ts';
import {
  inFoldingOrder,
  isWholeAgain,
  useWithout,
  type Predecessor,
  type UsedPredecessor,
} from '../../words/review/predecessor.ts';
import { BRIDGE_TIP } from '../../worktrees/bridge.ts';
import { bridgeGit } from '../../worktrees/repository-calls.ts';
import { identityOf } from '../../worktrees/run-identity.ts';

export interface Composed {
  readonly tip: CommitSha;
  readonly predecessors: readonly UsedPredecessor[];
}

export interface ToCompose {
  /** Where the run began. */
  readonly base: CommitSha;
  /** What it made, in the bridge. */
  readonly tip: CommitSha;
  readonly predecessors: readonly Predecessor[];
}

/** The bridge's tip is what comes of it. */
export async function composeBranch(request: WorktreeRequest, work: ToCompose): Promise<Composed> {
  const { bridge } = request.paths;
  const repository = {
    cwd: bridge,
    env: { ...sealedEnvironment(request.gitEnv), GIT_DIR: bridge },
  };
  const attributes = await listAttributeFiles(repository, work.base);
  return withScratchRepository({ repository, attributes }, async ({ context, gitDir }) => {
    const composed = await compose(request, context, work);
    if (composed.tip === work.tip) return composed;
    await updateRefs(gitIn(context), [{ kind: 'set', ref: BRIDGE_TIP, to: composed.tip }]);
    await fetchRefs(bridgeGit(request), {
      from: fileUrl(gitDir),
      refspecs: [`+${BRIDGE_TIP}:${BRIDGE_TIP}`],
    });
    return composed;
  });
}

/* oxlint-disable-next-line eslint/max-params -- of which run, where, and what */
async function compose(
  { spec }: WorktreeRequest,
  scratch: GitContext,
  { base, tip, predecessors }: ToCompose,
): Promise<Composed> {
  const { GIT_COMMITTER_NAME: name = '', GIT_COMMITTER_EMAIL: email = '' } = identityOf(spec);
  const at = `${Math.floor(Date.parse(spec.admittedAt) / 1000)} +0000`;
  const fold = { scratch, committer: { name, email, at } };
  const tried = inFoldingOrder(predecessors);
  const ranges = [tip, ...tried.map((one) => one.tip)].map((to) => ({ from: base, to }));
  const [made = [], ...covered] = await trailersOfRanges(
    { key: 'Roundsman-Covers', ranges, without: base },
    scratch,
  );
  let head = base;
  let whole = tip;
  const used: UsedPredecessor[] = [];
  for (const [index, one] of tried.entries()) {
    const covers = { old: covered[index] ?? [], made };
    // Of several answers to one task nobody can choose but the person who touched one.
    const isHeld = one.touched || !(one.variant || isWholeAgain(one, covers));
    const onto = isHeld ? await foldOne(fold, head, one) : null;
    const both = onto === null ? null : await foldOne(fold, onto, { branch: 'what is new', tip });
    if (onto === null || both === null) {
      used.push({ ...one, use: useWithout(one, covers) });
      continue;
    }
    head = onto;
    whole = both;
    used.push({ ...one, use: 'held' });
  }
  return { tip: whole, predecessors: used };
}
