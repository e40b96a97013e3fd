/** One branch put onto a commit: its commits one by one, else as a merge. */
import { commitTree, type Person } from '../../git/commit-tree.ts';
import { gitIn } from '../../git/git-call.ts';
import { isAncestor } from '../../git/is-ancestor.ts';
import { mergeTrees } from '../../git/merge-trees.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import { makeCommits } from './make-commits.ts';

export interface FoldPlace {
  readonly scratch: GitContext;
  readonly committer: Person & { readonly at: string };
}

/** `null`: they do not fit together. */
export async function foldOne(
  { scratch, committer }: FoldPlace,
  onto: CommitSha,
  { branch, tip }: { readonly branch: string; readonly tip: CommitSha },
): Promise<CommitSha | null> {
  const git = gitIn(scratch);
  if (await isAncestor(git, onto, tip)) return tip;
  const made = await makeCommits({
    scratch,
    method: 'rebase',
    from: onto,
    branches: [{ branch, tip, run: null, routine: null }],
    words: { target: branch, set: null, landing: '', reason: '' },
    committer,
  });
  if (made.kind === 'made') return made.commits.at(-1) ?? onto;
  // All that it changes is there already.
  if (made.what === 'nothing') return onto;
  if (made.what === 'unrelated') return null;
  const [merged] = await mergeTrees([{ ours: onto, theirs: tip }], scratch);
  if (merged?.kind !== 'clean') return null;
  return commitTree(git, {
    tree: merged.tree,
    parents: [onto, tip],
    message: `Merge ${branch}`,
    author: committer,
    committer,
  });
}
