/** Which branch work lands on, and whether a person merged a branch into it with plain git. */
import { defaultBase } from '../git/choose-base.ts';
import { gitIn } from '../git/git-call.ts';
import { isAncestor } from '../git/is-ancestor.ts';
import { readSymbolicRef } from '../git/symbolic-ref.ts';
import { asAppError } from '../words/errors.ts';
import type { BranchName } from '../words/ids.ts';
import type { Workspace } from '../workspace/contract.ts';

const HEADS = 'refs/heads/';

/**
 * The local branch that work lands on where its routine names none.
 * Without `refs/heads/`; `null`: there is no commit yet, or none but what is detached.
 */
export async function defaultTarget({
  location,
  gitEnv,
}: Pick<Workspace, 'location' | 'gitEnv'>): Promise<string | null> {
  const git = gitIn({ cwd: location.gitDir, env: gitEnv });
  try {
    const choice = await defaultBase(git, location.bare);
    const ref = choice.kind === 'remote' ? choice.local : choice.ref;
    if (ref?.startsWith(HEADS) === true) return ref.slice(HEADS.length);
    const head = await readSymbolicRef(git, 'HEAD');
    return head?.startsWith(HEADS) === true ? head.slice(HEADS.length) : null;
  } catch (thrown) {
    if (asAppError(thrown).reason === 'no-commit') return null;
    throw thrown;
  }
}

/** False also when one of them is gone: then git answers with an error. */
export async function isMerged(
  workspace: Pick<Workspace, 'location' | 'gitEnv'>,
  branch: BranchName,
): Promise<boolean> {
  const target = await defaultTarget(workspace);
  if (target === null) return false;
  const git = gitIn({ cwd: workspace.location.gitDir, env: workspace.gitEnv });
  return isAncestor(git, `${HEADS}${branch}`, `${HEADS}${target}`).catch(() => false);
}
