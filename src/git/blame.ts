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

export interface TracedLine extends BlamedLine {
  /** Where the line stood in that commit; the path is `null` when git had to quote it. */
  readonly origin: { readonly path: string | null; readonly line: number };
  /** As it stands now. */
  readonly text: string;
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
): Promise<ReadonlyMap<number, TracedLine> | null> {
  const { stdout, exitCode } = await runGitBytes(
    [
      '-c',
      `mailmap.blob=${commit}:.mailmap`,
      '-c',
      'mailmap.file=/dev/null',
      '-c',
      'core.quotePath=false',
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

interface Origin {
  author: string;
  time: number;
  /** The last one told: it is told again where a commit's lines come from several files. */
  path: string | null;
}

/** `<sha> <line then> <line now> [<lines>]`, headers (once a commit), then the text after a tab. */
export function parsePorcelain(output: string, path: string): ReadonlyMap<number, TracedLine> {
  const commits = new Map<string, Origin>();
  const lines = new Map<number, TracedLine>();
  let current: Origin | null = null;
  let sha = '';
  let then = 0;
  let number = 0;
  for (const row of output.split('\n')) {
    if (current === null) {
      const [id = '', before = '', now = ''] = row.split(' ');
      if (row === '') continue;
      sha = id;
      then = Number(before);
      number = Number(now);
      current = commits.get(id) ?? { author: '', time: 0, path: null };
      commits.set(id, current);
    } else if (row.startsWith('\t')) {
      if (!isCommitSha(sha) || !Number.isSafeInteger(number)) throw unreadable(path, sha);
      const { author, time } = current;
      const origin = { path: current.path, line: then };
      lines.set(number, { commit: sha, author, time, origin, text: row.slice(1) });
      current = null;
    } else readHeader(row, current);
  }
  return lines;
}

function readHeader(row: string, origin: Origin): void {
  const [name, value] = [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)];
  if (name === 'author') origin.author = value;
  else if (name === 'author-time') origin.time = Number(value);
  else if (name === 'filename') origin.path = value.startsWith('"') ? null : value;
}

function unreadable(path: string, row: string): AppError {
  return new AppError('internal', {
    code: 'blame-unreadable',
    message: `git blame of ${JSON.stringify(path)} printed something unknown: ${JSON.stringify(row)}`,
    hint: '',
  });
}
