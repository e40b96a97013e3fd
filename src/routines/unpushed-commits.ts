/**
 * Commits of the local default branch, from which definitions are read, that its upstream does not have. Runs start from the
 * local branch where it holds everything of the upstream; where the two went apart, from the upstream.
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
  /** Runs have them, too. */
  readonly runsHaveThem: boolean;
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
  const { defaultBase, startOf } = await import('../git/choose-base.ts');
  const git = gitIn({ cwd: gitDir, env: gitEnv });
  const base = await defaultBase(git, bare);
  if (base.kind !== 'remote') return null;
  const start = await startOf(git, base, null);
  if (start === null || start.unpushed === 0) return null;
  const { unpushed: count, hasUnpushed: runsHaveThem } = start;
  return { count, branch, base: base.shown, runsHaveThem };
}

/** `3 commits of main are not pushed to origin/main: routines run with them`. */
export function formatUnpushed({ count, branch, base, runsHaveThem }: UnpushedCommits): string {
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  const how = runsHaveThem ? 'with' : 'without';
  return `${plural(count, 'commit')} of ${branch} ${are} not pushed to ${base}: routines run ${how} ${them}`;
}

async function hasRemote(gitDir: string): Promise<boolean> {
  const config = await readTextIfThere(join(gitDir, 'config'));
  return /^\s*\[remote /im.test(config ?? '');
}
