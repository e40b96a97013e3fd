/** Commits whose message carries a trailer. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface TrailerQuery {
  readonly key: string;
  readonly value: string;
  readonly commit: CommitSha;
  /** Leaves out what this commit has, when given. */
  readonly without: CommitSha | null;
}

/** Of the commit's ancestry. Only a real trailer counts, not the same words in the message's body. */
export async function findTrailerCommits(
  context: GitContext,
  { key, value, commit, without }: TrailerQuery,
): Promise<readonly CommitSha[]> {
  const answer = await runGit(
    [
      'log',
      '--fixed-strings',
      '--regexp-ignore-case',
      `--grep=${key}: ${value}`,
      `--format=%H %(trailers:key=${key},valueonly,separator=%x2C)`,
      without === null ? commit : `${without}..${commit}`,
      '--',
    ],
    context,
  );
  return answer.stdout
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)
    .filter(([, values]) => values.split(',').some((one) => one.trim().toLowerCase() === value))
    .map(([sha]) => sha)
    .filter((sha) => isCommitSha(sha));
}
