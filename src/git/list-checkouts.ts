/** The checkouts of a repository with what is checked out in each, as git itself counts them. */
import { isCommitSha, type CommitSha } from '../domain/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface Checkout {
  /** Absolute. */
  readonly folder: string;
  /** `null`: nothing is committed yet. */
  readonly head: CommitSha | null;
  /** Full name; `null`: detached. */
  readonly ref: string | null;
  /** Without `refs/heads/`; `null`: detached. */
  readonly branch: string | null;
  /** It is not where it should be: removed, or on a disk that is not here. */
  readonly gone: boolean;
}

/** A bare repository is none; also those whose folder is gone. */
export async function listCheckouts(context: GitContext): Promise<readonly Checkout[]> {
  const { stdout } = await runGit(['worktree', 'list', '--porcelain', '-z'], context);
  return stdout.split('\0\0').flatMap((record): readonly Checkout[] => {
    const lines = record.split('\0').filter((line) => line !== '');
    const folder = valueOf(lines, 'worktree ');
    if (folder === null || lines.includes('bare')) return [];
    const gone = lines.some((line) => line === 'prunable' || line.startsWith('prunable '));
    const head = valueOf(lines, 'HEAD ') ?? '';
    const ref = valueOf(lines, 'branch ');
    return [
      {
        folder,
        head: isCommitSha(head) && !/^0+$/.test(head) ? head : null,
        ref,
        branch: ref?.replace(/^refs\/heads\//, '') ?? null,
        gone,
      },
    ];
  });
}

function valueOf(lines: readonly string[], start: string): string | null {
  return lines.find((line) => line.startsWith(start))?.slice(start.length) ?? null;
}
