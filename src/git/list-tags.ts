/** Tags and the commits that they stand on. */
import { assertNever } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

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
