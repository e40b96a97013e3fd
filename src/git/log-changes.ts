/** What commits changed, as the lines that came and went. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface ChangedLines {
  readonly sha: CommitSha;
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** What git takes for the function around the lines; empty when it finds none. */
  readonly around: string;
}

export interface ChangesQuery {
  readonly commits: readonly CommitSha[];
  /** git pathspecs; empty = every path. */
  readonly pathspecs: readonly string[];
}

const COMMIT = '\u0002';
const MAX_LINE = 400;

/** One record a hunk. Merges against their first parent; binary files have none. */
export async function logChanges(
  context: GitContext,
  { commits, pathspecs }: ChangesQuery,
): Promise<readonly ChangedLines[]> {
  if (commits.length === 0) return [];
  const { stdout } = await runGitBytes(
    [
      '-c',
      'core.quotePath=false',
      'log',
      '--no-walk=unsorted',
      '--diff-merges=first-parent',
      '--unified=0',
      '--no-renames',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      '--format=%x02%H',
      ...commits,
      '--',
      ...pathspecs,
    ],
    context,
  );
  return parseChanges(stdout.toString('utf8'));
}

/** Pure. A line of a file never begins the way a header does: it stands behind its mark, and hunks say how long they are. */
function parseChanges(text: string): readonly ChangedLines[] {
  const hunks: ChangedLines[] = [];
  let sha: CommitSha | null = null;
  let path = '';
  let added: string[] = [];
  let removed: string[] = [];
  let left = 0;
  for (const line of text.split('\n')) {
    if (left > 0 && /^[+-]/.test(line)) {
      left -= 1;
      (line.startsWith('+') ? added : removed).push(line.slice(1, MAX_LINE));
      continue;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)$/.exec(line);
    if (hunk !== null && sha !== null) {
      left = Number(hunk[1] ?? 1) + Number(hunk[2] ?? 1);
      [added, removed] = [[], []];
      hunks.push({ sha, path, added, removed, around: hunk[3] ?? '' });
    } else if (line.startsWith(COMMIT)) {
      const id = line.slice(1);
      sha = isCommitSha(id) ? id : null;
    } else if (line.startsWith('+++ b/') || (line.startsWith('--- a/') && left === 0)) {
      path = line.slice(6).replace(/\t$/, '');
    }
  }
  return hunks;
}
