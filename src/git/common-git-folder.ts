/** Where a repository keeps what all its worktrees share, asked from any folder of it. */
import { resolve } from 'node:path';

import { runGit, type GitContext } from './run-git.ts';

export async function commonGitFolder(context: GitContext): Promise<string> {
  const answer = await runGit(['rev-parse', '--git-common-dir'], context);
  return resolve(context.cwd, answer.stdout.replace(/\n$/, ''));
}
