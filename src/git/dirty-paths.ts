/** Tracked paths whose content is not that of HEAD, in the index or on disk. */
import { runGit, type GitContext } from './run-git.ts';

/** From the root of the checkout, each once. What is inside of submodules does not count. */
export async function dirtyPaths(context: GitContext): Promise<readonly string[]> {
  const { stdout } = await runGit(
    [
      'status',
      '--porcelain=v2',
      '-z',
      '--untracked-files=no',
      '--ignore-submodules=dirty',
      '--no-renames',
    ],
    context,
  );
  return [...new Set(stdout.split('\0').flatMap((line) => pathOf(line)))];
}

/** Blanks before the path, by the kind of line. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, u: 10 };

function pathOf(line: string): readonly string[] {
  const fields = FIELDS[line[0] ?? ''];
  if (fields === undefined || line[1] !== ' ') return [];
  let at = -1;
  for (let count = 0; count < fields; count += 1) at = line.indexOf(' ', at + 1);
  return [line.slice(at + 1)];
}
