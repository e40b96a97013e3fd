/** `hand-back`: the agent's work becomes a branch of the user's repository; or what was opened is given back. */
import { listAttributeFiles } from '../../git/attribute-files.ts';
import { fetchRefs, fileUrl } from '../../git/fetch-ref.ts';
import { gitIn, sealedEnvironment } from '../../git/git-call.ts';
import type { GitContext } from '../../git/run-git.ts';
import { withScratchRepository } from '../../git/scratch-repository.ts';
import { trailersOfRanges } from '../../git/trailers.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { sendBranch } from '../../review/fleet/travel-branch.ts';
import { noLandingProbe, type BranchDesk } from '../../review/landing/desk.ts';
import { foldOne } from '../../review/landing/make-commits.ts';
import { replaceBranches } from '../../review/landing/replace-branches.ts';
import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { hasSucceeded } from '../../words/agent-exit.ts';
import { asAppError } from '../../words/errors.ts';
import { shortIdOf, type BranchName, type CommitSha } from '../../words/ids.ts';
import type { SplitPart } from '../../words/review/branch-verdict.ts';
import {
  type UsedPredecessor,
  inFoldingOrder,
  isWholeAgain,
  useWithout,
  type Predecessor,
} from '../../words/review/predecessor.ts';
import type { StepOutcome } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import { BRIDGE_TIP } from '../../worktrees/bridge.ts';
import { dropPins } from '../../worktrees/drop-pins.ts';
import { handBack } from '../../worktrees/hand-back.ts';
import { removeRunRepository } from '../../worktrees/release-run-repository.ts';
import { leaveKeptWork } from '../../worktrees/reopen-run-repository.ts';
import { bridgeGit } from '../../worktrees/repository-calls.ts';
import { identityOf } from '../../worktrees/run-identity.ts';
import { noteAccount } from './note-account.ts';
import { openedBaseIfAny, done, type StepContext, worktreeRequest } from './step-context.ts';

export async function handBackWork(context: StepContext): Promise<StepOutcome> {
  // Whatever the disk says to that: the work is brought home.
  const account = await noteAccount(context).catch(() => []);
  const place = takePlace(context);
  const outcome = await bringHome(context, place.compose);
  const { notices = [], branch = null, head = null } = outcome.patch;
  const told = branch === null || head === null ? [] : await place.replace({ branch, tip: head });
  if (branch !== null && head !== null) await sendToOthers(context, { branch, head });
  return { ...outcome, patch: { ...outcome.patch, notices: [...account, ...notices, ...told] } };
}

/** How long a remote may keep a run from its end. */
const SEND_MS = 60_000;

/** To machines that share the records. What does not get through is tried again by each look; the run is none the worse. */
async function sendToOthers(
  { spec, fleet, clock, gitEnv, ...context }: StepContext,
  made: { readonly branch: BranchName; readonly head: CommitSha },
): Promise<void> {
  if (fleet === null) return;
  context.progress('pushing the branch for other machines');
  const one = { run: spec.id, attempt: spec.attempt, ...made };
  const repository = { cwd: spec.workspace.gitDir, env: gitEnv };
  try {
    await fleet.note(one, { kind: 'due' });
    await fleet.note(one, await sendBranch({ repository, clock, answerMs: SEND_MS }, one));
  } catch {
    // Neither the database nor git: it is due when the run has ended.
  }
}

async function bringHome(
  context: StepContext,
  compose: PlaceTaken['compose'],
): Promise<StepOutcome> {
  const opened = openedBaseIfAny(context);
  const request = { ...worktreeRequest(context), compose };
  const isKept = (context.spec.follows?.kept ?? null) !== null;
  if (isKept) await leaveKeptWork(request);
  if (opened !== null) {
    let told: readonly string[] = [];
    try {
      return done(await handBack(request, opened, (notices) => (told = notices)));
    } catch (thrown) {
      // Nothing was handed back, and not because there was nothing: the reason is part of the result.
      const failure = asAppError(thrown).toFailure();
      const changes = { kind: 'refused', reason: failure.code } as const;
      return { kind: 'failed', failure, patch: { changes, notices: told } };
    }
  }
  if (isKept) {
    const left = await dropPins(request);
    return done({ changes: { kind: 'none' }, notices: left === null ? [] : [left] });
  }
  // `open` was cut short, maybe before it noted what it made: that is taken back.
  const notices = await removeRunRepository(request);
  return done({ changes: { kind: 'none' }, notices });
}

/** The branch that a run hands back holds what waited before it, and once it is there, that goes. */
interface PlaceTaken {
  /** From what the run made to what it hands back. Must not throw: then it is what the run made. */
  readonly compose: (tip: CommitSha) => Promise<CommitSha>;
  /** Notices. What cannot be done now the next run of the routine does: nothing of this one fails for it. */
  readonly replace: (made: SplitPart) => Promise<readonly string[]>;
}

function takePlace(context: StepContext): PlaceTaken {
  const { base, predecessors = [] } = context.record.progress;
  const why = whyNot(context.record);
  let used: readonly UsedPredecessor[] = [];
  let trouble = why;
  return {
    compose: async (tip) => {
      if (base === null || predecessors.length === 0 || why !== null) return tip;
      try {
        const composed = await composeBranch(worktreeRequest(context), { base, tip, predecessors });
        used = composed.predecessors;
        return composed.tip;
      } catch (thrown) {
        trouble = oneLine(asAppError(thrown).message, 300);
        return tip;
      }
    },
    replace: async (made) => {
      const beside = (reason: string): readonly string[] =>
        predecessors.map(({ branch }) => `${branch} waits beside ${made.branch}: ${reason}`);
      if (trouble !== null) return beside(trouble);
      try {
        const run = shortIdOf(context.spec.id);
        return await replaceBranches(deskOf(context), { predecessors: used, made, run });
      } catch (thrown) {
        return beside(oneLine(asAppError(thrown).message, 300));
      }
    },
  };
}

/** What waited is good as far as is known; what comes of less than a good run does not take its place. */
function whyNot({ agentExit, progress }: StepContext['record']): string | null {
  if (!hasSucceeded(agentExit)) return 'the agent of this run did not succeed';
  return progress.checks === 'failed' ? 'the checks of this run failed' : null;
}

function deskOf({
  spec,
  runs,
  proposals,
  review,
  fleet,
  locks,
  clock,
  gitEnv,
}: StepContext): BranchDesk {
  const { stateDir, gitDir } = spec.workspace;
  return {
    workspace: { location: { stateDir, gitDir }, clock, locks, runs, proposals, review, fleet },
    git: gitIn({ cwd: gitDir, env: { ...gitEnv, GIT_ALLOW_PROTOCOL: 'file' } }),
    probe: noLandingProbe,
  };
}

/**
 * What a run hands back where a branch of its routine still waits: the commits of that branch on the run's base, and on them its
 * own, so that one branch holds both. The same for the same tips, whenever it is made: a step that is repeated finds its branch.
 */
interface Composed {
  readonly tip: CommitSha;
  readonly predecessors: readonly UsedPredecessor[];
}

interface ToCompose {
  /** Where the run began. */
  readonly base: CommitSha;
  /** What it made, in the bridge. */
  readonly tip: CommitSha;
  readonly predecessors: readonly Predecessor[];
}

/** The bridge's tip is what comes of it. */
async function composeBranch(request: WorktreeRequest, work: ToCompose): Promise<Composed> {
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
    // Only the person who touched one of several answers to a task can choose among them.
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
