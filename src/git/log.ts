/** Commits of a history with their messages, filtered by committer date. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface LogQuery {
  readonly commit: CommitSha;
  /** Committer date, half-open [from, to). `null`: from the beginning. */
  readonly from: Date | null;
  readonly to: Date;
  /** git pathspecs; empty = every commit. */
  readonly pathspecs: readonly string[];
}

export interface LoggedCommit {
  readonly sha: CommitSha;
  readonly committed: Date;
  /** Through the `.mailmap` of the queried commit. */
  readonly author: string;
  readonly subject: string;
  readonly body: string;
}

const FIELDS = 5;

/**
 * Newest first. The whole ancestry is looked through (`--since` alone would stop at the first commit whose
 * clock was wrong).
 */
export async function logCommits(
  context: GitContext,
  { commit, from, to, pathspecs }: LogQuery,
): Promise<readonly LoggedCommit[]> {
  const { stdout } = await runGitBytes(
    [
      '-c',
      `mailmap.blob=${commit}:.mailmap`,
      '-c',
      'mailmap.file=/dev/null',
      'log',
      '-z',
      '--full-history',
      '--format=%H%x00%ct%x00%aN%x00%s%x00%b',
      ...(from === null ? [] : [`--since-as-filter=${wholeSeconds(from)}`]),
      commit,
      '--',
      ...pathspecs,
    ],
    context,
  );
  const words = stdout.toString('utf8').split('\0');
  const commits: LoggedCommit[] = [];
  for (let index = 0; index + FIELDS <= words.length; index += FIELDS) {
    const [sha = '', seconds = '', author = '', subject = '', body = ''] = words.slice(
      index,
      index + FIELDS,
    );
    const committed = new Date(Number(seconds) * 1000);
    if (isCommitSha(sha) && (from === null || committed >= from) && committed < to) {
      commits.push({ sha, committed, author, subject, body });
    }
  }
  return commits;
}

function wholeSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
