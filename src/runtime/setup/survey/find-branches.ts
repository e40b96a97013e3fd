/** Which branch is checked out, and which one runs start from. */
import { defaultBase } from '../../../git/choose-base.ts';
import type { GitCall } from '../../../git/git-call.ts';
import { resolveCommit } from '../../../git/resolve-commit.ts';
import { readSymbolicRef } from '../../../git/symbolic-ref.ts';
import { asAppError } from '../../../words/errors.ts';

export interface FoundBranches {
  /** The branch that is checked out; `null` for a detached HEAD. */
  readonly current: string | null;
  /** Where runs start: `main`, `origin/main`; `HEAD` when nothing better is there, `null` without a commit. */
  readonly base: string | null;
  /** False in a repository without a commit: nothing can run there yet. */
  readonly hasCommits: boolean;
}

export async function findBranches(git: GitCall): Promise<FoundBranches> {
  const [head, commit, base] = await Promise.all([
    readSymbolicRef(git, 'HEAD'),
    resolveCommit(git, 'HEAD'),
    baseOf(git),
  ]);
  return {
    current: head === null ? null : head.replace(/^refs\/heads\//, ''),
    base,
    hasCommits: commit !== null,
  };
}

async function baseOf(git: GitCall): Promise<string | null> {
  try {
    return (await defaultBase(git, false)).shown;
  } catch (thrown) {
    if (asAppError(thrown).reason === 'no-commit') return null;
    throw thrown;
  }
}
