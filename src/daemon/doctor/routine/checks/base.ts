import {
  chooseBase,
  startOf,
  type BaseChoice,
  type BaseStart,
} from '../../../../git/choose-base.ts';
import { gitIn, type GitCall } from '../../../../git/git-call.ts';
import { manualSpec } from '../../../../scheduler/build-run-spec.ts';
import { oneLine } from '../../../../words/text.ts';
import { nonInteractiveEnvironment } from '../../../../worktrees/resolve-base.ts';
import { withTimeLimit } from '../../../../worktrees/work-limits.ts';
import { no, warn, yes, type Verdict } from '../../check.ts';
import type { RoutineCheck, RoutineContext } from '../contract.ts';

const PATIENCE_MS = 20_000;

/** The commit that a run starts from; of a remote also whether it answers, without anybody there to log in. */
export const baseCheck: RoutineCheck = {
  name: 'base',
  look: async (context) => {
    const { workspace, definition } = context;
    const { routine, settings, hash, file } = definition;
    const git = gitIn({ cwd: workspace.location.gitDir, env: workspace.gitEnv });
    const spec = await manualSpec({
      workspace,
      routine,
      settings,
      definition: { path: file, hash, source: 'ref', overrides: [] },
    });
    const choice = await chooseBase(git, spec);
    const start = await startOf(git, choice, null);
    const problem = choice.kind === 'remote' ? await askRemote(context, git, choice) : null;
    return judge({ choice, start, problem });
  },
};

function judge({
  choice,
  start,
  problem,
}: {
  readonly choice: BaseChoice;
  readonly start: BaseStart | null;
  readonly problem: string | null;
}): Verdict {
  const commit = start?.commit ?? null;
  const shown = start?.shown ?? choice.shown;
  const at = commit === null ? 'not fetched yet' : commit.slice(0, 10);
  if (problem !== null) {
    const hint = `See whether this works without a question: git ls-remote ${choice.kind === 'remote' ? choice.remote : ''}`;
    return commit === null
      ? no(`${choice.shown} is not known here, and cannot be fetched: ${problem}`, hint)
      : warn(
          `${choice.shown}${start?.hasUnpushed === true ? '' : ` (${at})`} cannot be fetched: ${problem}; a run starts from what is known here`,
          hint,
        );
  }
  if (commit === null && choice.kind === 'local') {
    return no(
      `the base ${choice.shown} is not a commit of this repository`,
      'Set workspace.base to a branch, tag or commit that `git rev-parse` knows.',
    );
  }
  return yes(
    choice.kind === 'remote'
      ? `${shown} (${at}), and ${choice.remote} answers`
      : `${shown} (${at})`,
  );
}

/** What is wrong; `null` when it answers and has the branch. */
async function askRemote(
  { workspace, signal }: RoutineContext,
  git: GitCall,
  { remote, remoteRef }: Extract<BaseChoice, { readonly kind: 'remote' }>,
): Promise<string | null> {
  const env = await nonInteractiveEnvironment(git);
  const limit = { clock: workspace.clock, ms: PATIENCE_MS, outer: signal };
  try {
    const asked = await withTimeLimit(limit, (late) =>
      git(['ls-remote', '--exit-code', '--quiet', '--', remote, remoteRef], {
        env,
        signal: late,
        okExitCodes: [0, 2],
      }),
    );
    return asked.exitCode === 0 ? null : `${remote} has no ${remoteRef} any more`;
  } catch (thrown) {
    return oneLine(thrown instanceof Error ? thrown.message : String(thrown), 200);
  }
}
