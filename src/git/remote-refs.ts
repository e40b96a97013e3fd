/** One ref of a remote by its whole name: where it stands, put there, taken away. No ref is written here. */
import { AppError } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { isAncestor } from './ancestry.ts';
import { type GitCall, gitIn } from './git-call.ts';
import { networkGit, type NetworkAnswer } from './network-git.ts';
import type { GitContext } from './run-git.ts';

/** `origin`, or the only remote there is; `null`: there is none, or several without that name. */
export async function ownRemote(git: GitCall): Promise<string | null> {
  const { stdout } = await git(['remote']);
  const names = stdout.split('\n').filter((name) => name !== '');
  if (names.includes('origin')) return 'origin';
  return names.length === 1 ? (names[0] ?? null) : null;
}

export type RemoteRef =
  /** `null`: there is none. */
  | { readonly kind: 'answered'; readonly at: CommitSha | null }
  | { readonly kind: 'no-answer'; readonly answer: NetworkAnswer };

/** @param url of the remote; credentials may be in it */
export async function readRemoteRef(
  { url, ref }: { readonly url: string; readonly ref: string },
  context: GitContext,
): Promise<RemoteRef> {
  const answer = await networkGit(['ls-remote', '--', url, ref], context);
  if (answer.exitCode !== 0 || answer.cancelled) return { kind: 'no-answer', answer };
  const line = answer.stdout.split('\n').find((one) => one.endsWith(`\t${ref}`));
  const [at = ''] = (line ?? '').split('\t');
  return { kind: 'answered', at: isCommitSha(at) ? at : null };
}

/** Only where it stands at `at`. */
export function deleteRemoteRef(
  { url, ref, at }: { readonly url: string; readonly ref: string; readonly at: CommitSha },
  context: GitContext,
): Promise<NetworkAnswer> {
  return pushRef({ url, ref, tip: null, expected: at }, context);
}

// Branches that a remote has, asked now.
export type RemoteAnswer =
  | {
      readonly kind: 'branches';
      /** By name, without `refs/heads/`. */
      readonly tips: ReadonlyMap<string, CommitSha>;
      /** Its default branch; `null`: it says none. */
      readonly head: string | null;
    }
  | { readonly kind: 'no-answer'; readonly answer: NetworkAnswer };

/** @param url of the remote; credentials may be in it */
export async function listRemote(url: string, context: GitContext): Promise<RemoteAnswer> {
  const answer = await networkGit(
    ['ls-remote', '--symref', '--', url, 'HEAD', 'refs/heads/*'],
    context,
  );
  if (answer.exitCode !== 0 || answer.cancelled) return { kind: 'no-answer', answer };
  const tips = new Map<string, CommitSha>();
  let head: string | null = null;
  for (const line of answer.stdout.split('\n')) {
    const [value = '', name = ''] = line.split('\t');
    const branch = /^refs\/heads\/(.+)$/.exec(name)?.[1];
    if (branch !== undefined && isCommitSha(value)) tips.set(branch, value);
    const symbolic = /^ref: refs\/heads\/(.+)$/.exec(value)?.[1];
    if (name === 'HEAD' && symbolic !== undefined) head = symbolic;
  }
  return { kind: 'branches', tips, head };
}

// One commit to one new branch of a remote. What is there stays there, also what came since it was looked at.
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
