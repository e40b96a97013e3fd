/** The checkouts of a repository with what is checked out in each, as `git worktree list` has it. */
import { isCommitSha, type CommitSha } from '../domain/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface Checkout {
  /** Absolute. */
  readonly folder: string;
  /** `null`: of a bare repository, or nothing is committed yet. */
  readonly head: CommitSha | null;
  /** Without `refs/heads/`; `null`: detached. */
  readonly branch: string | null;
  /** Its folder is not there any more. */
  readonly gone: boolean;
}

export async function listCheckouts(context: GitContext): Promise<readonly Checkout[]> {
  const { stdout } = await runGit(['worktree', 'list', '--porcelain', '-z'], context);
  return stdout
    .split('\0\0')
    .map((entry) => entry.split('\0'))
    .flatMap((lines): readonly Checkout[] => {
      const value = (key: string): string | null =>
        lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? null;
      const folder = value('worktree');
      const head = value('HEAD') ?? '';
      if (folder === null) return [];
      return [
        {
          folder,
          head: isCommitSha(head) && !/^0+$/.test(head) ? head : null,
          branch: value('branch')?.replace(/^refs\/heads\//, '') ?? null,
          gone: lines.some((line) => line.startsWith('prunable')),
        },
      ];
    });
}
