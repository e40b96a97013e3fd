import type { GitCall } from './git-call.ts';

/** Where a remote pushes to, as git rewrites it; empty: there is no remote of that name. Credentials may be in it. */
export async function pushUrls(git: GitCall, remote: string): Promise<readonly string[]> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(remote)) return [];
  const asked = await git(['remote', 'get-url', '--push', '--all', remote], {
    okExitCodes: [0, 2, 128],
  });
  return asked.exitCode === 0 ? asked.stdout.split('\n').filter((line) => line !== '') : [];
}
