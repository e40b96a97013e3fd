import type { GitCall } from './git-call.ts';

/** Whether the ignore rules cover a path of the working tree; a folder's ends in `/`, and need not be there. */
export async function isIgnored(git: GitCall, path: string): Promise<boolean> {
  const asked = await git(['check-ignore', '--quiet', '--no-index', '--', path], {
    okExitCodes: [0, 1],
  });
  return asked.exitCode === 0;
}
