/** Branches that a remote has, asked now. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { networkGit, type NetworkAnswer } from './network-git.ts';
import type { GitContext } from './run-git.ts';

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
