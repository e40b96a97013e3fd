/** Some paths of a commit with what they are, links and folders included. */
import type { CommitSha } from '../domain/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface TreeEntry {
  /** From the top of the repository; bytes that are not UTF-8 show as U+FFFD. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder' | 'submodule';
  /** Id of the object. */
  readonly id: string;
  /** Bytes; 0 for what has none. */
  readonly size: number;
}

const ENTRY = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t([^]*)$/;

/**
 * `docs/` gives the folder and what is directly in it, `docs` what stands at that path.
 * Throws `git-failed` for a commit that is not there.
 */
export async function listEntriesAt(
  context: GitContext,
  commit: CommitSha,
  paths: readonly string[],
): Promise<readonly TreeEntry[]> {
  const { stdout } = await runGitBytes(
    ['ls-tree', '-t', '-l', '-z', '--full-tree', commit, '--', ...paths],
    context,
  );
  return stdout
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const match = ENTRY.exec(line);
      if (match === null) return [];
      const [, mode = '', id = '', size = '', path = ''] = match;
      return [{ path, kind: kindOf(mode), id, size: size === '-' ? 0 : Number(size) }];
    });
}

function kindOf(mode: string): TreeEntry['kind'] {
  if (mode === '120000') return 'link';
  if (mode === '160000') return 'submodule';
  return mode === '040000' ? 'folder' : 'file';
}
