/** Branches here, branches of remotes and tags, and the commits that they stand on. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface Ref {
  readonly commit: CommitSha;
  /** The remote-tracking branch that a local branch follows, in full; empty without one. */
  readonly upstream: string;
}

/** By full name. Tags on anything but a commit are left out, and names that stand for others (`origin/HEAD`). */
export async function listRefs(context: GitContext): Promise<ReadonlyMap<string, Ref>> {
  const { stdout } = await runGit(
    [
      'for-each-ref',
      '--format=%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)%00%(symref)%00%(upstream)',
      'refs/heads/',
      'refs/remotes/',
      'refs/tags/',
    ],
    context,
  );
  const refs = stdout.split('\n').flatMap((line): readonly (readonly [string, Ref])[] => {
    const [ref = '', type, id = '', peeledType, peeled = '', symref, upstream = ''] =
      line.split('\0');
    const commit = type === 'commit' ? id : peeledType === 'commit' ? peeled : '';
    return symref === '' && isCommitSha(commit) ? [[ref, { commit, upstream }]] : [];
  });
  return new Map(refs);
}

/** Full names, sorted. @param prefix ends in a slash */
export async function listRefsBelow(
  context: GitContext,
  prefix: string,
): Promise<readonly string[]> {
  const { stdout } = await runGit(['for-each-ref', '--format=%(refname)', '--', prefix], context);
  return stdout.split('\n').filter((ref) => ref !== '');
}
