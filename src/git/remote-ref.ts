/** One ref of a remote by its whole name: where it stands, put there, taken away. No ref is written here. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import type { GitCall } from './git-call.ts';
import { networkGit, type NetworkAnswer } from './network-git.ts';
import { pushRef } from './push-branch.ts';
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
