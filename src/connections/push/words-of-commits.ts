import { logRange } from '../../git/log-range.ts';
import type { GitContext } from '../../git/run-git.ts';
import { formatOutward } from '../../words/format-outward.ts';
import type { CommitSha } from '../../words/ids.ts';

const MOST_COMMITS = 200;

/** What the messages of commits that would be pushed do there. @param from what is there before, or what they began from */
export async function wordsOfCommits(
  repository: GitContext,
  range: { readonly from: CommitSha | null; readonly to: CommitSha },
): Promise<readonly string[]> {
  const commits = await logRange(repository, { ...range, max: MOST_COMMITS });
  const words = commits.flatMap(({ subject, body }) => formatOutward(`${subject}\n\n${body}`));
  // A message that was not read may do anything.
  if (commits.length === MOST_COMMITS) words.push(`${MOST_COMMITS} commits and more`);
  return [...new Set(words)];
}
