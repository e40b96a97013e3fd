import type { GitCall } from './git-call.ts';

export interface TreeChange {
  readonly path: string;
  /** A, D, M or T; renames are a D and an A. */
  readonly status: string;
  /** Octal, `000000` when it was not there. */
  readonly oldMode: string;
  readonly newMode: string;
  readonly newId: string;
}

/** What differs between two commits, file by file. */
export async function diffTrees(
  git: GitCall,
  from: string,
  to: string,
): Promise<readonly TreeChange[]> {
  const asked = await git([
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    '--no-abbrev',
    from,
    to,
  ]);
  return parseRawDiff(asked.stdout);
}

/** The `-z --raw` form of diff-tree and diff-files. */
export function parseRawDiff(text: string): readonly TreeChange[] {
  const parts = text.split('\0');
  const changes: TreeChange[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [oldMode = '', newMode = '', , newId = '', status = ''] = (parts[index] ?? '')
      .replace(/^:/, '')
      .split(' ');
    changes.push({ path: parts[index + 1] ?? '', status, oldMode, newMode, newId });
  }
  return changes;
}
