import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import { runGit, type GitContext } from './run-git.ts';

/** The text of a file in a commit; `null` when the commit has no such file. */
export async function readFileAt(
  context: GitContext,
  commit: string,
  path: string,
): Promise<string | null> {
  const { exitCode, stdout } = await runGitBytes(['cat-file', 'blob', `${commit}:${path}`], {
    ...context,
    okExitCodes: [0, 128],
  });
  return exitCode === 0 ? stdout.toString('utf8') : null;
}

/** As `readFileAt`; throws where the commit itself cannot be read: git says the same of both. */
export async function readFileOfCommit(
  context: GitContext,
  commit: CommitSha,
  path: string,
): Promise<string | null> {
  const text = await readFileAt(context, commit, path);
  if (text === null) await runGitBytes(['cat-file', '-e', `${commit}^{tree}`], context);
  return text;
}

/** Commits of the ancestry that changed how often a text stands in a file, newest first, at most 100. */
export async function listCommitsWithText(
  context: GitContext,
  query: { readonly commit: CommitSha; readonly path: string; readonly text: string },
): Promise<readonly CommitSha[]> {
  const { stdout } = await runGit(
    [
      'log',
      '--max-count=100',
      '--format=%H',
      `-S${query.text}`,
      query.commit,
      '--',
      `:(top,literal)${query.path}`,
    ],
    context,
  );
  return stdout.split('\n').filter((line) => isCommitSha(line));
}
