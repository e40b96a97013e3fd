/** A merge without a checkout: its tree, or where it does not fit. */
import { AppError } from '../domain/errors.ts';
import { oneLine } from '../domain/text.ts';
import type { GitCall } from './git-call.ts';

export type MergedTree =
  | { readonly kind: 'clean'; readonly tree: string }
  /** Paths, each once, sorted. */
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/** @param git in a repository of ours: no merge driver of anybody's is started. Exit 1 is an answer, anything above an error. */
/* oxlint-disable-next-line eslint/max-params -- git, and two commits */
export async function mergeCommits(
  git: GitCall,
  ours: string,
  theirs: string,
): Promise<MergedTree> {
  const flags = [
    '--write-tree',
    '-z',
    '--name-only',
    '--no-messages',
    '--allow-unrelated-histories',
  ];
  const answer = await git(['merge-tree', ...flags, ours, theirs], { okExitCodes: [0, 1] });
  const [tree = '', ...files] = answer.stdout.split('\0').filter((word) => word !== '');
  if (!/^[0-9a-f]{40,64}$/.test(tree)) throw notMerged(answer.stderr);
  if (answer.exitCode === 0) return { kind: 'clean', tree };
  return { kind: 'conflict', files: [...new Set(files)].toSorted() };
}

function notMerged(words: string): AppError {
  return new AppError('failed', {
    code: 'git-failed',
    message: `git merge-tree gave no tree: ${oneLine(words, 300)}`,
    hint: '',
  });
}
