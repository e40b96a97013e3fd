import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Commits that `to` has and `from` has not, oldest first; of many the newest. */
export async function listCommitsBetween(
  context: GitContext,
  { from, to, most }: { readonly from: CommitSha; readonly to: CommitSha; readonly most: number },
): Promise<readonly CommitSha[]> {
  const { stdout } = await runGit(
    ['rev-list', `--max-count=${most}`, '--topo-order', `${from}..${to}`, '--'],
    context,
  );
  return stdout
    .split('\n')
    .filter((line) => isCommitSha(line))
    .toReversed();
}
