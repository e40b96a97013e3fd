/** Which commits wrote the lines of a file: of the whole history, or of one commit, with where the others stood in its parents. */
import { AppError } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface LinePlace {
  /** The one that wrote the line, or one of the `parents`, where it stood. */
  readonly commit: CommitSha;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

export interface BlameRequest {
  readonly commit: CommitSha;
  /** Where git stops; empty: it goes to the beginning. */
  readonly parents: readonly CommitSha[];
  readonly path: string;
  /** A file of commit ids to look through, one a line; the user's own setting does not count. */
  readonly ignoreRevsFile: string;
}

/**
 * By line number, the whole file: of a range alone, git would take a short moved line for a new one. Renames are
 * followed; blanks (-w), moves within the file (-M) and moves from other files of the same commit (-C) do not count
 * as writing. `null` when git cannot tell, because older contents are not in the repository.
 */
export async function blameLines(
  context: GitContext,
  { commit, parents, path, ignoreRevsFile }: BlameRequest,
): Promise<ReadonlyMap<number, LinePlace> | null> {
  const { stdout, exitCode } = await runGitBytes(
    [
      '-c',
      'core.quotePath=false',
      'blame',
      '--no-textconv',
      '--porcelain',
      '-w',
      '-M',
      '-C',
      '--ignore-revs-file=',
      `--ignore-revs-file=${ignoreRevsFile}`,
      commit,
      ...parents.map((parent) => `^${parent}`),
      '--',
      path,
    ],
    { ...context, okExitCodes: [0, 128] },
  );
  return exitCode === 0 ? parsePorcelain(stdout.toString('utf8'), path) : null;
}

/** `<sha> <line then> <line now> [<lines>]`, headers (once a commit and path), then the text after a tab. */
function parsePorcelain(output: string, path: string): ReadonlyMap<number, LinePlace> {
  /** The last one told: it is told again where a commit's lines come from several files. */
  const paths = new Map<string, string>();
  const lines = new Map<number, LinePlace>();
  let place: { readonly sha: string; readonly before: number; readonly now: number } | null = null;
  for (const row of output.split('\n')) {
    if (place === null) {
      if (row === '') continue;
      const [sha = '', before = '', now = ''] = row.split(' ');
      place = { sha, before: Number(before), now: Number(now) };
    } else if (row.startsWith('\t')) {
      const { sha, before, now } = place;
      if (!isCommitSha(sha) || !Number.isSafeInteger(now)) throw unreadable(path, sha);
      lines.set(now, { commit: sha, path: paths.get(sha) ?? path, line: before });
      place = null;
    } else if (row.startsWith('filename ')) paths.set(place.sha, unquote(row.slice(9)));
  }
  return lines;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquote(name: string): string {
  if (!name.startsWith('"')) return name;
  return name.slice(1, -1).replaceAll(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter);
}

function unreadable(path: string, row: string): AppError {
  return new AppError('internal', {
    code: 'blame-unreadable',
    message: `git blame of ${JSON.stringify(path)} printed something unknown: ${JSON.stringify(row)}`,
    hint: '',
  });
}
