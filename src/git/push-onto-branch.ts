/**
 * Pushes one commit onto a branch of a remote that is still where we left it. Checks that the commit descends from there,
 * because git skips that check under a lease: so nothing that others pushed is lost, and nothing is rewritten.
 */
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { gitIn } from './git-call.ts';
import { isAncestor } from './is-ancestor.ts';
import type { NetworkAnswer } from './network-git.ts';
import { pushCommit } from './push-new-branch.ts';
import type { GitContext } from './run-git.ts';

export interface PushOntoBranch {
  /** Credentials may be in it. */
  readonly url: string;
  readonly from: CommitSha;
  readonly tip: CommitSha;
  /** Without `refs/heads/`; checked by the caller. */
  readonly ref: string;
}

/** Throws `refused` when `tip` does not contain `from`. */
export async function pushOntoBranch(
  { url, from, tip, ref }: PushOntoBranch,
  context: GitContext,
): Promise<NetworkAnswer> {
  if (!(await isAncestor(gitIn(context), from, tip))) {
    throw new AppError('refused', {
      code: 'no-fast-forward',
      message: `${tip.slice(0, 10)} does not contain ${from.slice(0, 10)}: it would rewrite ${ref}`,
      hint: '',
    });
  }
  return pushCommit({ url, tip, ref, expected: from }, context);
}
