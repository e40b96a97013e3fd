/** What trailers of one key say in many stretches of history, by one process. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import type { CommitRange } from './diff-many.ts';
import { runGitBytes } from './git-bytes.ts';
import { type GitContext, runGit } from './run-git.ts';

export interface TrailersQuery {
  readonly key: string;
  readonly ranges: readonly CommitRange[];
  /** What this commit has is not looked at: it is done. */
  readonly without: CommitSha;
}

/** Of all the ranges together, the newest. */
const MAX_COMMITS = 5_000;

interface LoggedCommit {
  readonly parents: readonly string[];
  readonly values: readonly string[];
}

/** In the order of the ranges, newest commit first; only real trailers count. Throws `failed` / `git-failed` for what is not a commit. */
export async function trailersOfRanges(
  { key, ranges, without }: TrailersQuery,
  context: GitContext,
): Promise<readonly (readonly string[])[]> {
  if (ranges.length === 0) return [];
  const { stdout } = await runGitBytes(
    [
      'log',
      '-z',
      '--topo-order',
      `--max-count=${MAX_COMMITS}`,
      `--format=%H %P%n%(trailers:key=${key},valueonly,unfold)`,
      ...new Set(ranges.map(({ to }) => to)),
      '--not',
      without,
      '--',
    ],
    context,
  );
  const commits = parseLog(stdout.toString('utf8'));
  return ranges.map(({ from, to }) => {
    const before = ancestryOf(from, commits);
    const own = ancestryOf(to, commits);
    // A map keeps the order of the log.
    return [...commits].flatMap(([sha, { values }]) =>
      own.has(sha) && !before.has(sha) ? values : [],
    );
  });
}

/** No message holds the byte that ends a record, so none can pretend to be another commit. */
function parseLog(text: string): ReadonlyMap<string, LoggedCommit> {
  const commits = new Map<string, LoggedCommit>();
  for (const record of text.split('\0')) {
    const [head = '', ...values] = record.split('\n').map((line) => line.trim());
    const [sha = '', ...parents] = head.split(' ');
    if (isCommitSha(sha))
      commits.set(sha, { parents, values: values.filter((value) => value !== '') });
  }
  return commits;
}

function ancestryOf(
  start: string,
  commits: ReadonlyMap<string, LoggedCommit>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const commit = commits.get(sha);
    if (commit === undefined || seen.has(sha)) continue;
    seen.add(sha);
    open.push(...commit.parents);
  }
  return seen;
}

// Commits whose message carries a trailer.
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
