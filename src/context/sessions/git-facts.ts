/** What git says of the folder that a session works in: what was committed since it began, and what is not. */
import { runGit, type GitContext } from '../../git/run-git.ts';
import { inspectPath } from '../../platform/files.ts';
import { isCommitSha, type CommitSha } from '../../words/ids.ts';
import type { GitFacts, UncommittedFile } from './handoff/contract.ts';

export interface GitFactsRequest {
  /** The folder that it works in; it has to be one of the user's own checkouts. */
  readonly folder: string;
  /** When it began, ISO 8601; `null`: unknown, and no commits are listed. */
  readonly since: string | null;
  readonly env: GitContext['env'];
}

/** Of a run of ours: what it handed back, as the user's repository has it. In its own folder no git of ours runs. */
export interface RunGitRequest {
  readonly gitDir: string;
  readonly base: CommitSha;
  readonly head: CommitSha;
  readonly branch: string | null;
  readonly env: GitContext['env'];
}

const MOST_COMMITS = 50;
const MOST_FILES = 500;

/** `null`: the folder is gone, or is not a checkout with a commit. */
export async function gitFacts({ folder, since, env }: GitFactsRequest): Promise<GitFacts | null> {
  if ((await inspectPath(folder))?.kind !== 'folder') return null;
  const context = { cwd: folder, env, okExitCodes: [0, 1, 128] };
  const head = (await runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], context)).stdout.trim();
  if (!isCommitSha(head)) return null;
  const branch = (
    await runGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], context)
  ).stdout.trim();
  const from = since === null ? Number.NaN : Date.parse(since);
  // git counts whole seconds.
  const range = Number.isNaN(from) ? null : [`--since=${Math.floor(from / 1_000)}`, 'HEAD'];
  const { commits, files } = await commitsOf(range, context);
  return {
    branch: branch === '' ? null : branch,
    head,
    commits,
    committed: files,
    uncommitted: [...(await changedFiles(context)), ...(await newFiles(context))],
  };
}

/** `null`: its commits are not there any more. */
export async function runGitFacts(request: RunGitRequest): Promise<GitFacts | null> {
  const { gitDir, base, head, branch, env } = request;
  const context = { cwd: gitDir, env, okExitCodes: [0, 128] };
  const there = await runGit(['cat-file', '-e', `${head}^{commit}`], context);
  if (there.exitCode !== 0) return null;
  const { commits, files } = await commitsOf([head, `^${base}`], context);
  return { branch, head, commits, committed: files, uncommitted: [] };
}

async function commitsOf(
  range: readonly string[] | null,
  context: GitContext,
): Promise<{ readonly commits: GitFacts['commits']; readonly files: readonly string[] }> {
  if (range === null) return { commits: [], files: [] };
  const { stdout } = await runGit(
    [
      'log',
      '-z',
      '--first-parent',
      '--no-renames',
      '--name-only',
      `--max-count=${MOST_COMMITS}`,
      '--format=%x02%H %s%x03',
      ...range,
      '--',
    ],
    context,
  );
  const commits: { sha: string; subject: string }[] = [];
  const files = new Set<string>();
  for (const part of stdout.replaceAll('\u0003', '\0').split('\0')) {
    const text = part.replace(/^\n/, '');
    if (text.startsWith('\u0002')) {
      const [sha = '', ...subject] = text.slice(1).split(' ');
      if (isCommitSha(sha)) commits.push({ sha, subject: subject.join(' ') });
    } else if (text !== '' && files.size < MOST_FILES) files.add(text);
  }
  return { commits, files: [...files] };
}

async function changedFiles(context: GitContext): Promise<readonly UncommittedFile[]> {
  const { stdout } = await runGit(
    ['diff', '-z', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv', 'HEAD', '--'],
    context,
  );
  return stdout
    .split('\0')
    .slice(0, MOST_FILES)
    .flatMap((line): readonly UncommittedFile[] => {
      const [added = '', removed = '', ...path] = line.split('\t');
      if (path.length === 0) return [];
      return [{ path: path.join('\t'), insertions: countOf(added), deletions: countOf(removed) }];
    });
}

async function newFiles(context: GitContext): Promise<readonly UncommittedFile[]> {
  const { stdout } = await runGit(
    ['ls-files', '-z', '--others', '--exclude-standard', '--'],
    context,
  );
  const paths = stdout.split('\0').filter((path) => path !== '');
  return paths.slice(0, MOST_FILES).map((path) => ({ path, insertions: null, deletions: null }));
}

function countOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}
