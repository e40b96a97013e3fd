/** Who wrote each line of a file, when, and in which commit. */
import { AppError } from '../domain/errors.ts';
import { isCommitSha, type CommitSha } from '../domain/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface BlamedLine {
  readonly commit: CommitSha;
  readonly author: string;
  /** When it was written (author's date), seconds since the epoch. */
  readonly time: number;
}

export interface BlameRequest {
  readonly commit: CommitSha;
  readonly path: string;
  /** A file of commit ids to look through, one a line; the user's own setting does not count. */
  readonly ignoreRevsFile: string;
}

/**
 * By line number, the whole file: of a range alone, git would take a short moved line for a new one. Renames are
 * followed; blanks (-w), moves within the file (-M) and moves from other files of the same commit (-C) do not count
 * as writing. Names go through the `.mailmap` of that commit. `null` when git cannot tell, because older contents
 * are not in the repository.
 */
export async function blameFile(
  context: GitContext,
  { commit, path, ignoreRevsFile }: BlameRequest,
): Promise<ReadonlyMap<number, BlamedLine> | null> {
  const { stdout, exitCode } = await runGitBytes(
    [
      '-c',
      `mailmap.blob=${commit}:.mailmap`,
      '-c',
      'mailmap.file=/dev/null',
      'blame',
      '--no-textconv',
      '--porcelain',
      '--root',
      '-w',
      '-M',
      '-C',
      '--ignore-revs-file=',
      `--ignore-revs-file=${ignoreRevsFile}`,
      commit,
      '--',
      path,
    ],
    { ...context, okExitCodes: [0, 128] },
  );
  if (exitCode !== 0) return null;
  return parsePorcelain(stdout.toString('utf8'), path);
}

/** `<sha> <line then> <line now> [<lines>]`, headers (once a commit), then the text after a tab. */
export function parsePorcelain(output: string, path: string): ReadonlyMap<number, BlamedLine> {
  const commits = new Map<string, { author: string; time: number }>();
  const lines = new Map<number, BlamedLine>();
  let current: { author: string; time: number } | null = null;
  let sha = '';
  let number = 0;
  for (const row of output.split('\n')) {
    if (current === null) {
      const [id = '', , now = ''] = row.split(' ');
      if (row === '') continue;
      sha = id;
      number = Number(now);
      current = commits.get(id) ?? { author: '', time: 0 };
      commits.set(id, current);
    } else if (row.startsWith('\t')) {
      if (!isCommitSha(sha) || !Number.isSafeInteger(number)) throw unreadable(path, sha);
      lines.set(number, { commit: sha, author: current.author, time: current.time });
      current = null;
    } else if (row.startsWith('author ')) current.author = row.slice('author '.length);
    else if (row.startsWith('author-time '))
      current.time = Number(row.slice('author-time '.length));
  }
  return lines;
}

function unreadable(path: string, row: string): AppError {
  return new AppError('internal', {
    code: 'blame-unreadable',
    message: `git blame of ${JSON.stringify(path)} printed something unknown: ${JSON.stringify(row)}`,
    hint: '',
  });
}
