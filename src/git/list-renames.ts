import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

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
