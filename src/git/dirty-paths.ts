/** Paths of a checkout whose content is not that of HEAD, in the index or on disk: from its root, each once. */
import { withoutFilters } from './add-checkout.ts';
import { runGitBytes } from './git-bytes.ts';
import { runGit, type GitContext } from './run-git.ts';

/** What is inside of submodules does not count. */
const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--ignore-submodules=dirty',
  '--no-renames',
] as const;

/** Tracked ones. */
export async function dirtyPaths(context: GitContext): Promise<readonly string[]> {
  const { stdout } = await runGit([...STATUS, '--untracked-files=no'], context);
  return pathsIn(stdout);
}

/** New ones too, a new folder as one path. Runs no filter, whatever attributes the branch has. */
export async function uncommittedPaths(context: GitContext): Promise<readonly string[]> {
  const env = { ...context.env, ...(await withoutFilters(context)) };
  const asked = [...STATUS, '--untracked-files=normal'];
  const { stdout } = await runGitBytes(asked, { ...context, env });
  return pathsIn(stdout.toString('utf8'));
}

function pathsIn(status: string): readonly string[] {
  return [...new Set(status.split('\0').flatMap((line) => pathOf(line)))];
}

/** Blanks before the path, by the kind of line. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

function pathOf(line: string): readonly string[] {
  const fields = FIELDS[line[0] ?? ''];
  if (fields === undefined || line[1] !== ' ') return [];
  let at = -1;
  for (let count = 0; count < fields; count += 1) at = line.indexOf(' ', at + 1);
  return [line.slice(at + 1)];
}
