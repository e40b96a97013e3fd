/** The checkouts of a repository and what is checked out in each, as git itself counts them. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface Checkout {
  /** Absolute. */
  readonly folder: string;
  /** Full name; `null`: detached. */
  readonly ref: string | null;
  /** The same without `refs/heads/`. */
  readonly branch: string | null;
  /** `null`: nothing is committed yet. */
  readonly head: CommitSha | null;
  /** It is not where it should be: removed, or on a disk that is not here. */
  readonly gone: boolean;
}

/** A bare repository is none; also those whose folder is gone. */
export async function listCheckouts(context: GitContext): Promise<readonly Checkout[]> {
  const { stdout } = await runGit(['worktree', 'list', '--porcelain', '-z'], context);
  return stdout.split('\0\0').flatMap((record) => {
    const lines = record.split('\0').filter((line) => line !== '');
    const folder = valueOf(lines, 'worktree ');
    if (folder === null || lines.includes('bare')) return [];
    const ref = valueOf(lines, 'branch ');
    const head = valueOf(lines, 'HEAD ') ?? '';
    return [
      {
        folder,
        ref,
        branch: ref?.replace(/^refs\/heads\//, '') ?? null,
        head: isCommitSha(head) && !/^0+$/.test(head) ? head : null,
        gone: lines.some((line) => line === 'prunable' || line.startsWith('prunable ')),
      },
    ];
  });
}

function valueOf(lines: readonly string[], start: string): string | null {
  return lines.find((line) => line.startsWith(start))?.slice(start.length) ?? null;
}
