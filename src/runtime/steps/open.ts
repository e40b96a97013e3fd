/** `open`: base resolved and pinned, run repository made, nothing checked out yet. */
import { listAttributeFiles } from '../../git/attribute-files.ts';
import { listUnmergedBranches } from '../../git/list-heads.ts';
import { checkedOutBranches } from '../../git/list-worktrees.ts';
import { mergeTrees } from '../../git/merge-trees.ts';
import { withScratchRepository } from '../../git/scratch-repository.ts';
import { syncBranches } from '../../review/fleet/sync-branches.ts';
import { networkNotices } from '../../sandbox/decide-level.ts';
import type { OpenedBase } from '../../sandbox/run-worktree.ts';
import type { ReviewStores } from '../../store/stores.ts';
import { canonicalJson } from '../../words/canonical-json.ts';
import { shortIdOf, type CommitSha } from '../../words/ids.ts';
import { decidedBranches, type DecidedBranch } from '../../words/review/branch-verdict.ts';
import type { Predecessor } from '../../words/review/predecessor.ts';
import type { KeptWork, RunSpec } from '../../words/run-spec.ts';
import type { StepOutcome, RunView } from '../../words/run.ts';
import { replayedRun } from '../../words/slot.ts';
import { leadsParts } from '../../words/variants/parts.ts';
import { openRunRepository } from '../../worktrees/open-run-repository.ts';
import { giveBackRunRepository } from '../../worktrees/release-run-repository.ts';
import { reopenRunRepository } from '../../worktrees/reopen-run-repository.ts';
import { acceptedRisk } from '../../worktrees/run-level.ts';
import { triedProgram } from './plan-launch.ts';
import { done, type StepContext, worktreeRequest } from './step-context.ts';

export async function open(context: StepContext): Promise<StepOutcome> {
  const request = worktreeRequest(context);
  const kept = context.spec.follows?.kept ?? null;
  if (kept !== null) {
    const { base, baseRef, isolation, history } = await reopenRunRepository(request, kept);
    return done({ base, baseRef, isolation, history, notices: [keptWords(context, kept)] });
  }
  // Only an `open` that a crash cut off, or what came after it, left anything: every later step begins with nothing half done.
  await giveBackRunRepository(request);
  const program = await triedProgram(context);
  const opened = await openRunRepository({ ...request, program });
  const { base, baseRef, isolation, history } = opened;
  const { routine } = context.spec;
  const notices = [
    ...opened.notices,
    ...networkNotices(routine, isolation),
    ...acceptedRisk(routine, isolation),
  ];
  const predecessors = await inspectPredecessors(context, opened);
  const found = { base, baseRef, isolation, history, notices };
  return done(predecessors.length === 0 ? found : { ...found, predecessors });
}

function keptWords({ spec }: StepContext, { branch }: KeptWork): string {
  const before =
    spec.follows === undefined || spec.follows === null
      ? ''
      : ` of run ${shortIdOf(spec.follows.run)}`;
  return `the agent worked on in the worktree${before}; what it changes, if anything, becomes ${branch}`;
}

/**
 * The branches of its routine that wait when a run opens, and whether each still merges with its base.
 * Newest first.
 */
async function inspectPredecessors(
  context: StepContext,
  { base, baseRef }: Pick<OpenedBase, 'base' | 'baseRef'>,
): Promise<readonly Predecessor[]> {
  const waiting = await waitingBefore(context, { commit: base, ref: baseRef });
  if (waiting.length === 0) return [];
  const { spec, gitEnv } = context;
  const repository = { cwd: spec.workspace.gitDir, env: gitEnv };
  const attributes = await listAttributeFiles(repository, base);
  const answers = await withScratchRepository({ repository, attributes }, (scratch) =>
    mergeTrees(
      waiting.map(({ tip }) => ({ ours: base, theirs: tip })),
      scratch.context,
    ),
  );
  return waiting.map((one, index) => ({ ...one, fits: answers[index]?.kind === 'clean' }));
}

/**
 * Which branches of its routine wait when a run opens, for work of the same kind: no item, the same inputs, the same base.
 * Newest first. @param base what a branch must be merged into to be done with
 */
async function waitingBefore(
  { spec, runs, review, gitEnv, ...stores }: StepContext,
  { commit, ref }: { readonly commit: CommitSha; readonly ref: string },
): Promise<readonly Omit<Predecessor, 'fits'>[]> {
  if (!takesTheirPlace(spec)) return [];
  const { gitDir } = spec.workspace;
  // One that another machine handed back waits as well.
  await syncBranches({ ...stores, location: spec.workspace, review, gitEnv });
  const { views } = await runs.listViews({
    parts: true,
    routine: spec.routine.id,
    only: ({ branch }) => branch !== null,
  });
  const made = views.filter((view) => isOfTheSameKind(view, spec));
  if (made.length === 0) return [];
  const tips = await listUnmergedBranches(
    { prefix: `roundsman/${spec.routine.id}`, base: commit },
    { cwd: gitDir, env: gitEnv },
  );
  const waiting = made.flatMap((view) => {
    const tip = tips.find(({ branch }) => branch === view.branch);
    return tip === undefined ? [] : [{ view, ...tip }];
  });
  if (waiting.length === 0) return [];
  const known = await readReview(review);
  const checkouts = await checkedOutBranches(gitDir);
  const found: Omit<Predecessor, 'fits'>[] = [];
  for (const { view, branch, tip } of waiting) {
    const decided = known.decided.get(branch);
    if (known.elsewhere.has(branch) || isClosed(decided, tip)) continue;
    if ((await runs.read(view.id))?.record?.progress.baseRef !== ref) continue;
    const touched =
      tip !== view.head ||
      known.commented.has(branch) ||
      checkouts.has(branch) ||
      decided?.verdict.kind === 'restored';
    const of = view.part?.of;
    const variant =
      of !== undefined && waiting.filter((one) => one.view.part?.of === of).length > 1;
    found.push({ branch, tip, run: view.id, touched, variant });
  }
  return found;
}

/**
 * A further attempt continues with what its own slot made, a replay is a trial, and an item is a task of its own. A run of several
 * engines leaves its branches to its parts.
 */
function takesTheirPlace(spec: RunSpec): boolean {
  const { slot, item = null, follows = null } = spec;
  return replayedRun(slot.key) === null && item === null && follows === null && !leadsParts(spec);
}

function isOfTheSameKind(view: RunView, { inputs, part }: RunSpec): boolean {
  // Each engine continues with what it made itself; what was made before there were several goes to the first.
  const isOfEngine =
    part === undefined ||
    view.part?.label === part.label ||
    (view.part === null && part.index === 0);
  return (
    view.branch !== null &&
    view.item === null &&
    isOfEngine &&
    replayedRun(view.slot.key) === null &&
    canonicalJson(view.inputs) === canonicalJson(inputs)
  );
}

interface KnownReview {
  readonly decided: ReadonlyMap<string, DecidedBranch>;
  readonly commented: ReadonlySet<string>;
  /** In a queue to land, or out at a forge: what becomes of it is decided there. */
  readonly elsewhere: ReadonlySet<string>;
}

async function readReview(review: ReviewStores): Promise<KnownReview> {
  const [verdicts, comments, landings, links] = await Promise.all([
    review.verdicts.list(),
    review.comments.list(),
    review.landings.list(),
    review.pullRequests.list(),
  ]);
  const queued = landings.filter(({ endedAt }) => endedAt === null);
  return {
    decided: decidedBranches(verdicts),
    commented: new Set(comments.map(({ branch }) => branch)),
    elsewhere: new Set([
      ...queued.flatMap(({ steps }) => steps.map(({ branch }) => branch)),
      ...links.map(({ branch }) => branch),
    ]),
  };
}

/** A person's word stands against it; one that was taken further since waits again. */
function isClosed(decided: DecidedBranch | undefined, tip: CommitSha): boolean {
  return decided !== undefined && decided.decision !== 'open' && decided.verdict.tip === tip;
}
