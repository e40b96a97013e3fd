/** One commit to one new branch of a remote. What is there stays there, also what came since it was looked at. */
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { isAncestor } from './ancestry.ts';
import { gitIn } from './git-call.ts';
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
async function pushCommit(
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

// Pushes one commit onto a branch of a remote that is still where we left it. Checks that the commit descends from there,
// because git skips that check under a lease: so nothing that others pushed is lost, and nothing is rewritten.
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
