/** One commit to one new branch of a remote. What is there stays there, also what came since it was looked at. */
import type { CommitSha } from '../words/ids.ts';
import { networkGit, type NetworkAnswer } from './network-git.ts';
import type { GitContext } from './run-git.ts';

export interface PushNewBranch {
  /** Credentials may be in it. */
  readonly url: string;
  readonly tip: CommitSha;
  /** Without `refs/heads/`; checked by the caller. */
  readonly ref: string;
}

/** No hooks of this repository, no tags, no submodules, no options of the user's to the server; writes no ref here. */
export async function pushNewBranch(
  push: PushNewBranch,
  context: GitContext,
): Promise<NetworkAnswer> {
  return pushCommit({ ...push, expected: '' }, context);
}

/** @param expected where the branch stands there; empty: nowhere. Anything else refuses it. */
export async function pushCommit(
  { url, tip, ref, expected }: PushNewBranch & { readonly expected: CommitSha | '' },
  context: GitContext,
): Promise<NetworkAnswer> {
  return networkGit(
    [
      '-c',
      'push.pushOption=',
      'push',
      '--porcelain',
      '--no-verify',
      '--no-follow-tags',
      '--no-signed',
      '--recurse-submodules=no',
      // Not even a branch that it would only continue from: with nothing expected, anything that is there refuses it.
      `--force-with-lease=refs/heads/${ref}:${expected}`,
      '--',
      url,
      `${tip}:refs/heads/${ref}`,
    ],
    context,
  );
}
