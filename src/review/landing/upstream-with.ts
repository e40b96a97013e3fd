/** Whether what landed has left this machine. */
import type { CommitSha } from '../../words/ids.ts';
import type { Desk } from './desk.ts';

/** The first remote branch, as far as it was fetched or pushed to, that has the commit: `origin/main`. */
/* oxlint-disable-next-line eslint/max-params -- a target and a commit */
export async function upstreamWith(
  { git }: Desk,
  target: string,
  commit: CommitSha,
): Promise<string | null> {
  const { stdout } = await git([
    'for-each-ref',
    `--contains=${commit}`,
    '--format=%(refname:short)',
    '--',
    'refs/remotes/',
  ]);
  const names = stdout.split('\n').filter((name) => name !== '');
  return names.find((name) => name.endsWith(`/${target}`)) ?? names[0] ?? null;
}
