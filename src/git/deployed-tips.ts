/** Where a name of a branch or tag stands, in every place that may hold it. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface NamedTip {
  /** In full: `refs/remotes/origin/deploy/production`. */
  readonly ref: string;
  readonly commit: CommitSha;
  /** The remote-tracking branch that a local branch follows, in full; empty without one. */
  readonly upstream: string;
}

/** Tags, branches here, branches of remotes; also by a name that says the remote, `origin/production`. */
export async function findTips(context: GitContext, name: string): Promise<readonly NamedTip[]> {
  const { stdout } = await runGit(
    [
      'for-each-ref',
      '--format=%(refname)%00%(objectname)%00%(*objectname)%00%(upstream)',
      `refs/tags/${name}`,
      `refs/heads/${name}`,
      `refs/remotes/${name}`,
      `refs/remotes/*/${name}`,
    ],
    context,
  );
  return stdout.split('\n').flatMap((line) => {
    const [ref = '', id = '', peeled = '', upstream = ''] = line.split('\0');
    const commit = peeled === '' ? id : peeled;
    // A pattern also matches what is below it: `refs/heads/deploy` finds `refs/heads/deploy/production`.
    return ref.endsWith(`/${name}`) && isCommitSha(commit) ? [{ ref, commit, upstream }] : [];
  });
}

/** Whether the history was cut off when it was cloned. */
export async function isShallow(context: GitContext): Promise<boolean> {
  const { stdout } = await runGit(['rev-parse', '--is-shallow-repository'], context);
  return stdout.trim() === 'true';
}
