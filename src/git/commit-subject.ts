import { isCommitSha } from '../words/ids.ts';
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
