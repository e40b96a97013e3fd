/** The commits of a range with messages, parents and changed paths, by one process. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import { type GitContext, runGit } from './run-git.ts';

export interface RangeQuery {
  /** Its ancestry is left out; `null`: from the first commit. */
  readonly from: CommitSha | null;
  readonly to: CommitSha;
  /** The newest ones at most. */
  readonly max: number;
}

export interface RangeCommit {
  readonly sha: CommitSha;
  readonly parents: readonly CommitSha[];
  readonly committed: Date;
  /** Through the `.mailmap` of the range's end. */
  readonly author: string;
  readonly subject: string;
  readonly body: string;
  /** Changed paths; of a merge, against its first parent. A moved file is there with both names. */
  readonly files: readonly string[];
}

const RECORD = '\u0002';
const END = '\u0003';
const FIELDS = 6;

/** Newest first, children always before their parents. */
export async function logRange(
  context: GitContext,
  { from, to, max }: RangeQuery,
): Promise<readonly RangeCommit[]> {
  const { stdout } = await runGitBytes(
    [
      '-c',
      `mailmap.blob=${to}:.mailmap`,
      '-c',
      'mailmap.file=/dev/null',
      'log',
      '-z',
      '--topo-order',
      '--name-only',
      '--no-renames',
      '--diff-merges=first-parent',
      '--ignore-submodules=none',
      `--max-count=${max}`,
      '--format=%x02%H%x00%P%x00%ct%x00%aN%x00%s%x00%b%x03',
      to,
      ...(from === null ? [] : [`^${from}`]),
      '--',
    ],
    context,
  );
  const words = stdout.toString('utf8').split('\0');
  const commits: RangeCommit[] = [];
  let files: string[] = [];
  for (let index = 0; index < words.length;) {
    const commit = readRecord(words, index);
    if (commit === null) {
      const path = words[index] ?? '';
      // git ends the message with a newline before the first path.
      if (path.trim() !== '') files.push(path.replace(/^\n/, ''));
      index += 1;
      continue;
    }
    files = [];
    commits.push({ ...commit, files });
    index += FIELDS;
  }
  return commits;
}

function readRecord(words: readonly string[], index: number): Omit<RangeCommit, 'files'> | null {
  const word = words[index] ?? '';
  if (!word.startsWith(RECORD)) return null;
  const [, parents = '', seconds = '', author = '', subject = '', body = ''] = words.slice(
    index,
    index + FIELDS,
  );
  const sha = word.slice(1);
  if (!isCommitSha(sha) || !body.endsWith(END)) return null;
  return {
    sha,
    parents: parents.split(' ').filter((parent) => isCommitSha(parent)),
    committed: new Date(Number(seconds) * 1000),
    author,
    subject,
    body: body.slice(0, -1),
  };
}

/** How many commits the range has. */
export async function countRange(
  context: GitContext,
  { from, to }: Omit<RangeQuery, 'max'>,
): Promise<number> {
  const { stdout } = await runGitBytes(
    ['rev-list', '--count', to, ...(from === null ? [] : [`^${from}`]), '--'],
    context,
  );
  return Number(stdout.toString('utf8').trim());
}

/** Commits that `to` has and `from` has not, oldest first; of many the newest. */
export async function listCommitsBetween(
  context: GitContext,
  { from, to, most }: { readonly from: CommitSha; readonly to: CommitSha; readonly most: number },
): Promise<readonly CommitSha[]> {
  const { stdout } = await runGit(
    ['rev-list', `--max-count=${most}`, '--topo-order', `${from}..${to}`, '--'],
    context,
  );
  return stdout
    .split('\n')
    .filter((line) => isCommitSha(line))
    .toReversed();
}

// Commits of a history with their messages, filtered by committer date.
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

const LOGGED_FIELDS = 5;

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
  for (let index = 0; index + LOGGED_FIELDS <= words.length; index += LOGGED_FIELDS) {
    const [sha = '', seconds = '', author = '', subject = '', body = ''] = words.slice(
      index,
      index + LOGGED_FIELDS,
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
