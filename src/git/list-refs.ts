/** Branches here, branches of remotes and tags, and the commits that they stand on. */
import { assertNever } from '../words/errors.ts';
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

// Where a name of a branch or tag stands, in every place that may hold it.
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

// Tags and the commits that they stand on.
export interface Tag {
  /** Without `refs/tags/`. */
  readonly name: string;
  readonly commit: CommitSha;
  /** When the tag was made, for a plain one when its commit was; ISO 8601 with its own offset. */
  readonly date: string;
  /** When its commit was made; a tag may be put there days later. */
  readonly committed: string;
}

/** Which tags are asked for, by where they stand to a commit. */
export type TagQuery =
  | { readonly kind: 'all' }
  /** In its ancestry, itself included. */
  | { readonly kind: 'merged'; readonly into: CommitSha }
  /** Neither in its ancestry nor after it: on another line. */
  | { readonly kind: 'apart'; readonly from: CommitSha };

/** Tags on anything but a commit are left out. */
export async function listTags(context: GitContext, query: TagQuery): Promise<readonly Tag[]> {
  const { stdout } = await runGit(
    [
      'for-each-ref',
      '--format=%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)%00%(creatordate:iso-strict)%00%(committerdate:iso-strict)%00%(*committerdate:iso-strict)',
      ...filtersOf(query),
      'refs/tags/',
    ],
    context,
  );
  return stdout.split('\n').flatMap((line) => {
    const [ref = '', type = '', id = '', peeledType = '', peeled = '', date = '', own, of] =
      line.split('\0');
    const committed = (type === 'commit' ? own : of) ?? date;
    const commit = type === 'commit' ? id : peeled;
    if (type !== 'commit' && peeledType !== 'commit') return [];
    return isCommitSha(commit)
      ? [{ name: ref.slice('refs/tags/'.length), commit, date, committed }]
      : [];
  });
}

function filtersOf(query: TagQuery): readonly string[] {
  switch (query.kind) {
    case 'all':
      return [];
    case 'merged':
      return [`--merged=${query.into}`];
    case 'apart':
      return [`--no-merged=${query.from}`, `--no-contains=${query.from}`];
    default:
      return assertNever(query);
  }
}
