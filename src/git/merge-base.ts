import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

/** A newest commit that both have; `null`: none, or one of them is not a commit here. */
export async function mergeBase(
  context: GitContext,
  a: CommitSha,
  b: CommitSha,
): Promise<CommitSha | null> {
  const asked = await runGit(['merge-base', a, b], { ...context, okExitCodes: [0, 1, 128] });
  const sha = asked.stdout.trim().split('\n')[0] ?? '';
  return asked.exitCode === 0 && isCommitSha(sha) ? sha : null;
}
