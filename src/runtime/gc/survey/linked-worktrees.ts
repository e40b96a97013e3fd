/** Our folders under the user's `.git/worktrees` whose worktree is gone. Others' are not even looked into. */
import { dirname, join } from 'node:path';

import { inspectPath, listFolder, readTextIfThere, resolveLinks } from '../../../platform/files.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import { isRunId, type RunId } from '../../../words/ids.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

export async function surveyLinkedWorktrees({
  workspace,
}: SurveyRequest): Promise<readonly Remains[]> {
  const { gitDir, stateDir } = workspace.location;
  const parent = join(gitDir, 'worktrees');
  const found: (Remains | null)[] = [];
  for (const name of await listFolder(parent)) {
    const admin = join(parent, name);
    const worktree = dirname(((await readTextIfThere(join(admin, 'gitdir'))) ?? '').trim());
    const run = await runOf(stateDir, worktree);
    if (run === null) continue;
    const there = (await inspectPath(worktree)) !== null;
    // Its worktree is elsewhere then, and git can still be told where.
    const aside = (await inspectPath(join(machinePaths(stateDir).quarantine, run))) !== null;
    const one = await remainsAt(
      'linked-worktree',
      admin,
      there || aside
        ? { kind: 'needed', why: aside ? 'its run was set aside' : 'its worktree is kept' }
        : { kind: 'left', why: 'the worktree that it stands for is gone' },
    );
    found.push(one === null ? null : { ...one, owner: { routine: null, run } });
  }
  return present(found);
}

/** Whose it is, by where it points; `null`: not ours. */
async function runOf(stateDir: string, worktree: string): Promise<RunId | null> {
  const folder = dirname(worktree);
  const runs = await resolveLinks(machinePaths(stateDir).runs);
  const parent = await resolveLinks(dirname(folder));
  const id = folder.slice(folder.lastIndexOf('/') + 1);
  return runs !== null && parent === runs && isRunId(id) ? id : null;
}
