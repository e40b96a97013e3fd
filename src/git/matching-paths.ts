import type { GitCall } from './git-call.ts';

/**
 * Which of the paths the patterns match, by gitignore's own rules (the last match wins, `!` takes back).
 * @param git a repository of ours over a folder that holds the patterns as `.gitignore`, and nothing else
 */
export async function matchingPaths(
  git: GitCall,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const asked = await git(['check-ignore', '-z', '--stdin', '--no-index', '--verbose'], {
    stdin: paths.map((path) => `${path}\0`).join(''),
    okExitCodes: [0, 1],
  });
  const fields = asked.stdout.split('\0');
  const matched: string[] = [];
  for (let index = 0; index + 3 < fields.length; index += 4) {
    const [source, , pattern = '', path = ''] = fields.slice(index, index + 4);
    if (source === '.gitignore' && !pattern.startsWith('!')) matched.push(path);
  }
  return matched;
}
