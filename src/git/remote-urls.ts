import { oneLine } from '../words/text.ts';
import type { GitCall } from './git-call.ts';

/** Where a remote pushes to, as git rewrites it; empty: there is no remote of that name. Credentials may be in it. */
export async function pushUrls(git: GitCall, remote: string): Promise<readonly string[]> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(remote)) return [];
  const asked = await git(['remote', 'get-url', '--push', '--all', remote], {
    okExitCodes: [0, 2, 128],
  });
  return asked.exitCode === 0 ? asked.stdout.split('\n').filter((line) => line !== '') : [];
}

/** Where a remote is fetched from, as git rewrites it; `null`: there is no remote of that name. Credentials may be in it. */
export async function fetchUrl(git: GitCall, remote: string): Promise<string | null> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(remote)) return null;
  const asked = await git(['remote', 'get-url', remote], { okExitCodes: [0, 2, 128] });
  const [first = ''] = asked.stdout.split('\n');
  return asked.exitCode === 0 && first !== '' ? oneLine(first, 2_000) : null;
}
