/** Which branch work lands on. */
import { defaultBase } from '../git/choose-base.ts';
import { gitIn } from '../git/git-call.ts';
import { readSymbolicRef } from '../git/resolve-commit.ts';
import { asAppError } from '../words/errors.ts';
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
