/** Where a name of a branch or tag stands: the order is that of `last-deploy` windows. Pure. */
import type { CommitSha } from '../../words/ids.ts';
import type { Refs } from './ref-watch.ts';

export type RefStanding =
  | { readonly kind: 'one'; readonly commit: CommitSha }
  /** A branch here, and one of a remote that it does not follow: the later one counts. */
  | { readonly kind: 'two'; readonly local: CommitSha; readonly remote: CommitSha };

/**
 * A tag before a branch, the branch that a local one follows before the local one, `origin` before other remotes.
 * `null` when nothing has the name, which may say the remote, or be a whole one (`refs/tags/live`).
 */
export function standingOf(refs: Refs, name: string): RefStanding | null {
  const whole = refs.get(name) ?? refs.get(`refs/tags/${name}`) ?? refs.get(`refs/remotes/${name}`);
  if (whole !== undefined) return { kind: 'one', commit: whole.commit };
  const local = refs.get(`refs/heads/${name}`);
  const followed = local === undefined ? undefined : refs.get(local.upstream);
  const remote = followed ?? refs.get(`refs/remotes/origin/${name}`) ?? ofAnyRemote(refs, name);
  if (local === undefined || remote === undefined || remote === followed) {
    const one = remote ?? local;
    return one === undefined ? null : { kind: 'one', commit: one.commit };
  }
  return { kind: 'two', local: local.commit, remote: remote.commit };
}

function ofAnyRemote(refs: Refs, name: string): { readonly commit: CommitSha } | undefined {
  for (const [ref, found] of refs) {
    if (/^refs\/remotes\/[^/]+\//.exec(ref)?.[0].concat(name) === ref) return found;
  }
  return undefined;
}
