import type { CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Whether some commit after `from`, up to `to`, gave the file this content. False for commits that are not there. */
export async function heldBlob(
  context: GitContext,
  query: {
    readonly from: CommitSha;
    readonly to: CommitSha;
    readonly path: string;
    /** Its whole id. */
    readonly blob: string;
  },
): Promise<boolean> {
  const { exitCode, stdout } = await runGit(
    [
      'log',
      '--max-count=1000',
      '--format=',
      '--raw',
      '--no-abbrev',
      '--no-renames',
      `${query.from}..${query.to}`,
      '--',
      `:(top,literal)${query.path}`,
    ],
    { ...context, okExitCodes: [0, 128] },
  );
  return exitCode === 0 && stdout.split('\n').some((line) => line.split(' ')[3] === query.blob);
}
