/** The branch that a run hands back holds what waited before it, and once it is there, that goes. */
import { gitIn } from '../../git/git-call.ts';
import { noLandingProbe } from '../../review/landing-probe.ts';
import type { BranchDesk } from '../../review/landing/branch-desk.ts';
import { replaceBranches } from '../../review/landing/replace-branches.ts';
import { fileReviewStores } from '../../store/files/file-review-stores.ts';
import { hasSucceeded } from '../../words/agent-success.ts';
import { asAppError } from '../../words/errors.ts';
import { shortIdOf, type CommitSha } from '../../words/ids.ts';
import type { SplitPart } from '../../words/review/branch-verdict.ts';
import type { UsedPredecessor } from '../../words/review/predecessor.ts';
import { oneLine } from '../../words/text.ts';
import { composeBranch } from './compose-branch.ts';
import type { StepContext } from './step-context.ts';
import { worktreeRequest } from './worktree-request.ts';

export interface PlaceTaken {
  /** From what the run made to what it hands back. Must not throw: then it is what the run made. */
  readonly compose: (tip: CommitSha) => Promise<CommitSha>;
  /** Notices. What cannot be done now the next run of the routine does: nothing of this one fails for it. */
  readonly replace: (made: SplitPart) => Promise<readonly string[]>;
}

export function takePlace(context: StepContext): PlaceTaken {
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

function deskOf({ spec, runs, proposals, clock, gitEnv }: StepContext): BranchDesk {
  const { stateDir, gitDir } = spec.workspace;
  const review = fileReviewStores(stateDir);
  return {
    workspace: { location: { stateDir, gitDir }, clock, runs, proposals, review },
    git: gitIn({ cwd: gitDir, env: { ...gitEnv, GIT_ALLOW_PROTOCOL: 'file' } }),
    probe: noLandingProbe,
  };
}
