/** The regular files of a commit. Links and submodules have no text of their own and are left out. */
import type { CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface TreeFile {
  /** From the top of the repository; bytes that are not UTF-8 show as U+FFFD. */
  readonly path: string;
  readonly blob: string;
  /** Bytes. */
  readonly size: number;
}

const ENTRY = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t([^]*)$/;

/** In git's order (by bytes of the path). Throws `git-failed` for a commit that is not there. */
export async function listTree(
  context: GitContext,
  commit: CommitSha,
): Promise<readonly TreeFile[]> {
  const { stdout } = await runGitBytes(
    ['ls-tree', '-r', '-l', '-z', '--full-tree', commit],
    context,
  );
  const files: TreeFile[] = [];
  for (const entry of stdout.toString('utf8').split('\0')) {
    const match = ENTRY.exec(entry);
    if (match === null) continue;
    const [, blob = '', size = '0', path = ''] = match;
    files.push({ path, blob, size: Number(size) });
  }
  return files;
}
