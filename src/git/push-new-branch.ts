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

/** @param push `ref` is a branch, without `refs/heads/` */
export async function pushCommit(
  push: PushNewBranch & { readonly expected: CommitSha | '' },
  context: GitContext,
): Promise<NetworkAnswer> {
  return pushRef({ ...push, ref: `refs/heads/${push.ref}` }, context);
}

export interface PushRef {
  /** Credentials may be in it. */
  readonly url: string;
  /** Whole: `refs/heads/main`. */
  readonly ref: string;
  /** `null`: the ref goes. */
  readonly tip: CommitSha | null;
  /** Where the ref stands there; empty: nowhere. Anything else refuses it. */
  readonly expected: CommitSha | '';
}

export async function pushRef(
  { url, tip, ref, expected }: PushRef,
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
      `--force-with-lease=${ref}:${expected}`,
      '--',
      url,
      `${tip ?? ''}:${ref}`,
    ],
    context,
  );
}

/** Why a ref was not taken, as `--porcelain` tells on the line of it that begins with `!`; hostile. Empty: it says nothing. */
export function pushRefusal(stdout: string): string {
  const line = stdout.split('\n').find((one) => one.startsWith('!'));
  const [, , why = ''] = (line ?? '').split('\t');
  return why === '' ? '' : `${why}: `;
}
