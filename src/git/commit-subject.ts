import { type CommitSha, isCommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

/** The first line of a commit's message, hostile text; `null`: there is no such commit. */
export async function commitSubject(context: GitContext, commit: string): Promise<string | null> {
  if (!isCommitSha(commit)) return null;
  const asked = await runGit(['log', '--no-walk=unsorted', '--format=%s', commit, '--'], {
    ...context,
    okExitCodes: [0, 128],
  });
  return asked.exitCode === 0 ? asked.stdout.replace(/\n$/, '') : null;
}

/** Of many by one process, hostile texts; those that are no commit here are left out. */
export async function commitSubjects(
  context: GitContext,
  commits: readonly CommitSha[],
): Promise<ReadonlyMap<string, string>> {
  if (commits.length === 0) return new Map();
  const { stdout } = await runGit(
    ['log', '--no-walk=unsorted', '--ignore-missing', '--format=%H %s', ...new Set(commits), '--'],
    context,
  );
  return new Map(
    stdout.split('\n').map((line): [string, string] => {
      const [sha = ''] = line.split(' ', 1);
      return [sha, line.slice(sha.length + 1)];
    }),
  );
}
