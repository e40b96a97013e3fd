import type { GitCall } from './git-call.ts';

/** Whether `ancestor` is `descendant` or one of its ancestors. */
export async function isAncestor(
  git: GitCall,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  const asked = await git(['merge-base', '--is-ancestor', ancestor, descendant], {
    okExitCodes: [0, 1],
  });
  return asked.exitCode === 0;
}
