import { type CommitSha, isCommitSha } from '../words/ids.ts';
import type { Diffstat } from '../words/run.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitCall } from './git-call.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Paths that differ between two commits, as they are called in `to` or, when deleted there, in `from`. */
export async function listChangedFiles(
  range: { readonly from: CommitSha; readonly to: CommitSha },
  context: GitContext,
): Promise<readonly string[]> {
  const { stdout } = await runGit(
    ['diff-tree', '-r', '-z', '--name-only', '--no-renames', range.from, range.to, '--'],
    context,
  );
  return stdout.split('\0').filter((path) => path !== '');
}

/** How files that `from` has are called in `to` where that differs; only those that git takes for the same ones. */
export async function listRenames(
  context: GitContext,
  { from, to }: { readonly from: CommitSha; readonly to: CommitSha },
): Promise<ReadonlyMap<string, string>> {
  if (!isCommitSha(from) || !isCommitSha(to)) return new Map();
  const { exitCode, stdout } = await runGitBytes(
    ['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', '--no-ext-diff', from, to],
    { ...context, okExitCodes: [0, 128] },
  );
  // One of the two commits is not there any more.
  if (exitCode !== 0) return new Map();
  const tokens = stdout.toString('utf8').split('\0');
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < tokens.length; at += 3)
    renames.set(tokens[at + 1] ?? '', tokens[at + 2] ?? '');
  return renames;
}

/** Files and lines that differ; a binary file counts as a file without lines. */
export async function countChanges(git: GitCall, from: string, to: string): Promise<Diffstat> {
  const asked = await git(['diff-tree', '-r', '-z', '--numstat', '--no-renames', from, to]);
  const lines = asked.stdout.split('\0').filter((line) => line !== '');
  const sum = (column: number): number =>
    lines.reduce((total, line) => total + (Number(line.split('\t')[column]) || 0), 0);
  return { files: lines.length, insertions: sum(0), deletions: sum(1) };
}
