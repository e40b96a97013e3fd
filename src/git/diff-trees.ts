import { streamGit, type GitProgram, tokenReader } from './stream-git.ts';

export interface TreeChange {
  /** Bytes that are not UTF-8 show as U+FFFD. */
  readonly path: string;
  /** A, D, M or T; renames are a D and an A. */
  readonly status: string;
  /** Octal, `000000` when it was not there. */
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
}

export interface TreeDiff {
  /** The first ones. */
  readonly changes: readonly TreeChange[];
  /** Of all. */
  readonly count: number;
}

/** What differs between two commits, file by file; no more than `most` are kept. */
export async function diffTrees(
  repository: Omit<GitProgram, 'argv'>,
  { from, to, most }: { readonly from: string; readonly to: string; readonly most: number },
): Promise<TreeDiff> {
  const changes: TreeChange[] = [];
  let count = 0;
  let facts: string | null = null;
  const reader = tokenReader(0, (token) => {
    if (facts === null) {
      facts = token.toString('latin1');
      return true;
    }
    count += 1;
    if (changes.length < most) changes.push(changeOf(facts, token.toString('utf8')));
    facts = null;
    return true;
  });
  const flags = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev'];
  await streamGit({
    ...repository,
    argv: ['git', 'diff-tree', ...flags, from, to],
    verb: 'diff-tree',
    take: (piece) => reader.push(piece),
  });
  return { changes, count };
}

/** `:100644 100644 old new M` of the `-z --raw` form. */
function changeOf(facts: string, path: string): TreeChange {
  const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = facts
    .replace(/^:/, '')
    .split(' ');
  return { path, status, oldMode, newMode, oldId, newId };
}
