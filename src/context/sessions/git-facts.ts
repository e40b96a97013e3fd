/** What git says of the folder that a session works in: what was committed since it began, and what is not. */
import { isCommitSha } from '../../domain/ids.ts';
import { runGit, type GitContext } from '../../git/run-git.ts';
import { inspectPath } from '../../platform/files.ts';
import type { GitFacts, UncommittedFile } from './handoff/contract.ts';

export interface GitFactsRequest {
  /** The folder that it works in; it has to be one of the user's own checkouts. */
  readonly folder: string;
  /** When it began, ISO 8601; `null`: nobody knows, and no commits are told. */
  readonly since: string | null;
  readonly env: GitContext['env'];
}

const MOST_COMMITS = 50;
const MOST_FILES = 500;

/** `null`: the folder is gone, or is no checkout with a commit. */
export async function gitFacts({ folder, since, env }: GitFactsRequest): Promise<GitFacts | null> {
  if ((await inspectPath(folder))?.kind !== 'folder') return null;
  const context = { cwd: folder, env, okExitCodes: [0, 1, 128] };
  const head = (await runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], context)).stdout.trim();
  if (!isCommitSha(head)) return null;
  const branch = (
    await runGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], context)
  ).stdout.trim();
  const { commits, files } = await commitsSince(since, context);
  return {
    branch: branch === '' ? null : branch,
    head,
    commits,
    committed: files,
    uncommitted: [...(await changedFiles(context)), ...(await newFiles(context))],
  };
}

async function commitsSince(
  since: string | null,
  context: GitContext,
): Promise<{ readonly commits: GitFacts['commits']; readonly files: readonly string[] }> {
  const from = since === null ? Number.NaN : Date.parse(since);
  if (Number.isNaN(from)) return { commits: [], files: [] };
  const { stdout } = await runGit(
    [
      'log',
      '-z',
      '--first-parent',
      '--no-renames',
      '--name-only',
      `--max-count=${MOST_COMMITS}`,
      // git counts whole seconds.
      `--since=${Math.floor(from / 1_000)}`,
      '--format=%x02%H %s%x03',
      'HEAD',
      '--',
    ],
    context,
  );
  const commits: { sha: string; subject: string }[] = [];
  const files = new Set<string>();
  for (const part of stdout.split(/[\0\u0003]/)) {
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
