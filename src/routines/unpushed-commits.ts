/**
 * Commits that definitions are read from and that runs do not start from: definitions come from the local default branch, a
 * run's base is that branch's upstream.
 */
import { join } from 'node:path';

import { openRefs } from '../git/ref-reader.ts';
import { readTextIfThere } from '../platform/files.ts';
import { plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { RefTip } from './active/active-state.ts';

export interface UnpushedCommits {
  readonly count: number;
  /** `main`. */
  readonly branch: string;
  /** `origin/main`, as it was fetched last. */
  readonly base: string;
}

const HEADS = 'refs/heads/';

/**
 * `null`: there are none, or nothing that they could be pushed to. Reads two files where branch and upstream are the same.
 * @param definitions the ref that definitions are read from
 */
export async function unpushedCommits(
  { location, gitEnv }: Workspace,
  definitions: RefTip | null,
): Promise<UnpushedCommits | null> {
  if (definitions === null || !definitions.ref.startsWith(HEADS)) return null;
  const branch = definitions.ref.slice(HEADS.length);
  const { gitDir, bare } = location;
  const refs = await openRefs({ gitDir, env: gitEnv });
  const upstream = await refs.read(`refs/remotes/origin/${branch}`);
  if (upstream === null && !(await hasRemote(gitDir))) return null;
  if (upstream?.kind === 'object' && upstream.id === definitions.id) return null;
  // What starts programs takes time to load, and mostly the two are the same.
  const { gitIn } = await import('../git/git-call.ts');
  const { defaultBase } = await import('../git/choose-base.ts');
  const git = gitIn({ cwd: gitDir, env: gitEnv });
  const base = await defaultBase(git, bare);
  if (base.kind !== 'remote') return null;
  // 128: the upstream was never fetched.
  const counted = await git(['rev-list', '--count', `${base.ref}..${definitions.id}`, '--'], {
    okExitCodes: [0, 128],
  });
  const count = counted.exitCode === 0 ? Number(counted.stdout.trim()) : 0;
  return count > 0 ? { count, branch, base: base.shown } : null;
}

/** `3 commits of main are not pushed to origin/main: routines run without them`. */
export function formatUnpushed({ count, branch, base }: UnpushedCommits): string {
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${plural(count, 'commit')} of ${branch} ${are} not pushed to ${base}: routines run without ${them}`;
}

async function hasRemote(gitDir: string): Promise<boolean> {
  const config = await readTextIfThere(join(gitDir, 'config'));
  return /^\s*\[remote /im.test(config ?? '');
}
