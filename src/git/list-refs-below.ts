import { runGit, type GitContext } from './run-git.ts';

/** Full names, sorted. @param prefix ends in a slash */
export async function listRefsBelow(
  context: GitContext,
  prefix: string,
): Promise<readonly string[]> {
  const { stdout } = await runGit(['for-each-ref', '--format=%(refname)', '--', prefix], context);
  return stdout.split('\n').filter((ref) => ref !== '');
}
