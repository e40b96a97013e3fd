/**
 * The commits that do not count as having written a line: those of `.git-blame-ignore-revs` as it stands in the
 * base commit, and those that say so themselves by the trailer `Roundsman-Blame: ignore`.
 */
import { readBlobs } from '../../git/cat-file.ts';
import type { TreeFile } from '../../git/ls-tree.ts';
import type { GitContext } from '../../git/run-git.ts';
import { findTrailerCommits } from '../../git/trailers.ts';
import type { CommitSha } from '../../words/ids.ts';

const REVS_FILE = '.git-blame-ignore-revs';

export interface IgnoredQuery {
  readonly base: CommitSha;
  readonly files: readonly TreeFile[];
  /** Those that say so up to an earlier commit, which is an ancestor. */
  readonly known: { readonly base: CommitSha; readonly said: readonly CommitSha[] } | null;
}

export interface IgnoredCommits {
  /** Sorted, each once. */
  readonly all: readonly string[];
  readonly said: readonly CommitSha[];
}

/** Lines of the file that are not whole commit ids are passed over, as they name nothing. */
export async function findIgnoredCommits(
  context: GitContext,
  { base, files, known }: IgnoredQuery,
): Promise<IgnoredCommits> {
  const listed = await readRevsFile(context, files);
  const query = { key: 'Roundsman-Blame', value: 'ignore', commit: base };
  const added =
    known?.base === base
      ? []
      : await findTrailerCommits(context, { ...query, without: known?.base ?? null });
  const said = [...(known?.said ?? []), ...added];
  return { all: [...new Set([...listed, ...said])].toSorted(), said };
}

async function readRevsFile(
  context: GitContext,
  files: readonly TreeFile[],
): Promise<readonly string[]> {
  const file = files.find(({ path }) => path === REVS_FILE);
  if (file === undefined) return [];
  const revs: string[] = [];
  await readBlobs(context, [file], (_blob, content) => {
    for (const line of content.toString('utf8').split('\n')) {
      const rev = line.replace(/#.*/, '').trim().toLowerCase();
      if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(rev)) revs.push(rev);
    }
  });
  return revs;
}
