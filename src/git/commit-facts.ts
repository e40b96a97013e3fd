import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

/** All texts hostile. */
export interface CommitFacts {
  readonly sha: CommitSha;
  readonly subject: string;
  readonly author: string;
  readonly committerEmail: string;
  /** ISO 8601. */
  readonly at: string;
  readonly parents: readonly string[];
  /** Values of the trailers `Roundsman-…`, by the end of their names in lower case: `run`, `covers`, `landing`, `set`. */
  readonly ours: Readonly<Record<'run' | 'covers' | 'landing' | 'set', readonly string[]>>;
}

const KEYS = ['Run', 'Covers', 'Landing', 'Set'] as const;

/** `null`: it is not a commit here. */
export async function readCommitFacts(
  context: GitContext,
  commit: string,
): Promise<CommitFacts | null> {
  if (!isCommitSha(commit)) return null;
  const trailers = KEYS.map((key) => `%(trailers:key=Roundsman-${key},valueonly,separator=%x1f)`);
  const format = ['%H', '%s', '%an', '%ce', '%cI', '%P', ...trailers].join('%x00');
  const { exitCode, stdout } = await runGitBytes(
    ['log', '--no-walk=unsorted', `--format=${format}`, commit, '--'],
    { ...context, okExitCodes: [0, 128] },
  );
  if (exitCode !== 0) return null;
  const fields = stdout.toString('utf8').replace(/\n$/, '').split('\0');
  const [sha = '', subject = '', author = '', committerEmail = '', at = '', parents = ''] = fields;
  const [run, covers, landing, set] = fields.slice(6).map(valuesOf);
  if (!isCommitSha(sha)) return null;
  return {
    sha,
    subject,
    author,
    committerEmail,
    at,
    parents: parents.split(' ').filter((one) => one !== ''),
    ours: { run: run ?? [], covers: covers ?? [], landing: landing ?? [], set: set ?? [] },
  };
}

function valuesOf(text: string): readonly string[] {
  return text
    .split('\u001f')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

// Who wrote commits, and when, many by one process.
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
