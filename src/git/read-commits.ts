/** Commits of a range with all that is needed to make them again. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import type { GitCall } from './git-call.ts';

export interface ReadCommit {
  readonly sha: CommitSha;
  readonly parents: readonly string[];
  readonly tree: string;
  readonly author: {
    readonly name: string;
    readonly email: string;
    /** As git keeps it: `1700000000 +0100`. */
    readonly at: string;
  };
  /** Whole, hostile. */
  readonly message: string;
  /** Of the message; hostile. */
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
}

const FIELDS = ['%H', '%P', '%T', '%an', '%ae', '%ad', '%B', '%(trailers:only,unfold)'];

/** Those that `tip` has and `without` has not, oldest first, parents before children. */
export async function readCommits(
  git: GitCall,
  { tip, without }: { readonly tip: string; readonly without: string },
): Promise<readonly ReadCommit[]> {
  const { stdout } = await git([
    'log',
    '-z',
    '--reverse',
    '--topo-order',
    '--date=raw',
    `--format=tformat:${FIELDS.join('%x00')}`,
    tip,
    `^${without}`,
    '--',
  ]);
  const words = stdout.split('\0');
  const commits: ReadCommit[] = [];
  for (let at = 0; at + FIELDS.length <= words.length; at += FIELDS.length) {
    const [
      sha = '',
      parents = '',
      tree = '',
      name = '',
      email = '',
      date = '',
      message = '',
      tail,
    ] = words.slice(at, at + FIELDS.length);
    if (!isCommitSha(sha)) continue;
    commits.push({
      sha,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      tree,
      author: { name, email, at: date },
      message,
      trailers: trailersOf(tail ?? ''),
    });
  }
  return commits;
}

function trailersOf(text: string): ReadCommit['trailers'] {
  return text.split('\n').flatMap((line) => {
    const cut = line.indexOf(':');
    if (cut <= 0) return [];
    return [{ key: line.slice(0, cut).trim(), value: line.slice(cut + 1).trim() }];
  });
}
