/** Who wrote commits, and when, many by one process. */
import type { CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface CommitAuthor {
  readonly author: string;
  /** The author's date, seconds since the epoch. */
  readonly time: number;
}

/** Names go through the `.mailmap` of `base`, and no other. */
export async function commitAuthors(
  context: GitContext,
  { commits, base }: { readonly commits: Iterable<CommitSha>; readonly base: CommitSha },
): Promise<ReadonlyMap<string, CommitAuthor>> {
  const wanted = [...new Set(commits)];
  if (wanted.length === 0) return new Map();
  const { stdout } = await runGitBytes(
    [
      '-c',
      `mailmap.blob=${base}:.mailmap`,
      '-c',
      'mailmap.file=/dev/null',
      'log',
      '--no-walk=unsorted',
      '--stdin',
      '--no-show-signature',
      '-z',
      '--format=%H %at %aN',
    ],
    { ...context, stdin: wanted.map((commit) => `${commit}\n`).join('') },
  );
  const rows = stdout.toString('utf8').split('\0');
  return new Map(
    rows.flatMap((row) => {
      const [, commit = '', time = '', author = ''] = /^(\S+) (\d+) (.*)$/s.exec(row) ?? [];
      return commit === '' ? [] : [[commit, { author, time: Number(time) }]];
    }),
  );
}
