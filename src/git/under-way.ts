/** What a person has begun in a checkout and not ended: a rebase, a merge, … Read from git's own notes. */
import { join } from 'node:path';

import { inspectPath, listFolder, readTextIfThere } from '../platform/files.ts';

export type UnderWay =
  | 'rebase'
  | 'am'
  | 'merge'
  | 'cherry-pick'
  | 'revert'
  | 'bisect'
  | 'sequence of picks';

/** @param gitDir of the checkout itself, not the one that all share */
export async function underWay(gitDir: string): Promise<UnderWay | null> {
  const has = async (name: string): Promise<boolean> =>
    (await inspectPath(join(gitDir, name))) !== null;
  if (await has('rebase-merge')) return 'rebase';
  if (await has('rebase-apply')) return (await has('rebase-apply/applying')) ? 'am' : 'rebase';
  if (await has('CHERRY_PICK_HEAD')) return 'cherry-pick';
  if (await has('REVERT_HEAD')) return 'revert';
  if (await has('MERGE_HEAD')) return 'merge';
  if (await has('BISECT_LOG')) return 'bisect';
  return (await has('sequencer')) ? 'sequence of picks' : null;
}

/**
 * The folder below which a checkout is rebasing or bisecting that branch; its HEAD is detached meanwhile, and the branch
 * is moved in the end. @param commonDir the git directory that all checkouts share
 */
export async function heldBy(
  commonDir: string,
  ref: string,
): Promise<{ readonly gitDir: string; readonly what: 'rebase' | 'bisect' } | null> {
  const linked = await listFolder(join(commonDir, 'worktrees'));
  const folders = [commonDir, ...linked.map((name) => join(commonDir, 'worktrees', name))];
  for (const gitDir of folders) {
    for (const note of ['rebase-merge/head-name', 'rebase-apply/head-name'])
      if ((await noteIn(gitDir, note)) === ref) return { gitDir, what: 'rebase' };
    const start = await noteIn(gitDir, 'BISECT_START');
    if (start !== '' && (start === ref || `refs/heads/${start}` === ref))
      return { gitDir, what: 'bisect' };
  }
  return null;
}

async function noteIn(gitDir: string, name: string): Promise<string> {
  return ((await readTextIfThere(join(gitDir, name))) ?? '').trim();
}
