import { isBranchName, isCommitSha, type BranchName, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface BranchTip {
  readonly branch: BranchName;
  readonly tip: CommitSha;
  /** Of the tip's message; hostile text, one line. */
  readonly subject: string;
}

/**
 * Branches below `refs/heads/<prefix>/` whose tip is not in the history of `base`. Names that are not of our
 * making are left out. Throws `failed` / `git-failed` when `base` is not a commit of the repository.
 */
export async function listUnmergedBranches(
  request: { readonly prefix: string; readonly base: CommitSha },
  context: GitContext,
): Promise<readonly BranchTip[]> {
  const { stdout } = await runGit(
    [
      'for-each-ref',
      '--format=%(objectname) %(refname) %(contents:subject)',
      `--no-merged=${request.base}`,
      '--',
      `refs/heads/${request.prefix}/`,
    ],
    context,
  );
  return stdout.split('\n').flatMap((line) => {
    const [tip = '', ref = ''] = line.split(' ', 2);
    const branch = ref.replace(/^refs\/heads\//, '');
    const subject = line.slice(tip.length + ref.length + 2);
    return isCommitSha(tip) && isBranchName(branch) ? [{ branch, tip, subject }] : [];
  });
}
