/** The regular files of a commit. Links and submodules have no text of their own and are left out. */
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { oneLine } from '../words/text.ts';
import { runGitBytes } from './git-bytes.ts';
import { type GitContext, runGit } from './run-git.ts';

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

// Some paths of a commit with what they are, links and folders included.
export interface TreeEntry {
  /** From the top of the repository; bytes that are not UTF-8 show as U+FFFD. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder' | 'submodule';
  /** Id of the object. */
  readonly id: string;
  /** Bytes; 0 for what has none. */
  readonly size: number;
}

const ANY_ENTRY = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t([^]*)$/;

/**
 * `docs/` gives the folder and what is directly in it, `docs` what stands at that path.
 * Throws `git-failed` for a commit that is not there, `object-missing` where a part of it is not.
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
    .filter((line) => line !== '')
    .map((line) => {
      const match = ANY_ENTRY.exec(line);
      if (match === null) throw missing(line, context.cwd);
      const [, mode = '', id = '', size = '', path = ''] = match;
      return { path, kind: kindOf(mode), id, size: size === '-' ? 0 : Number(size) };
    });
}

/** git knows no size of what it does not hold, and says `BAD`. */
function missing(line: string, cwd: string): AppError {
  return new AppError('missing', {
    code: 'object-missing',
    message: `the repository (${cwd}) does not hold all of ${oneLine(line.slice(line.indexOf('\t') + 1))}`,
    hint: 'Something took objects away: git fsck says what is missing.',
  });
}

function kindOf(mode: string): TreeEntry['kind'] {
  if (mode === '120000') return 'link';
  if (mode === '160000') return 'submodule';
  return mode === '040000' ? 'folder' : 'file';
}

// Fills the index that `GIT_INDEX_FILE` names, and refuses to touch the repository's own.
export async function readTreeIntoIndex(context: GitContext, commit: CommitSha): Promise<void> {
  if (context.env['GIT_INDEX_FILE'] === undefined) {
    throw new AppError('internal', {
      code: 'no-index-named',
      message: `read-tree of ${commit} without an index of its own`,
      hint: '',
    });
  }
  await runGit(['read-tree', commit], context);
}
