/** What happens to a run's repository once the run has ended. */
import { join } from 'node:path';

import { removeTree, inspectPath, listFolder } from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { removeAdminFolder } from './create-linked-worktree.ts';
import { dropPins } from './drop-pins.ts';
import { basePinOf, incomingRefOf } from './run-identity.ts';
import { repositoryPaths } from './survey-runs.ts';
import { bury, type Burial } from './tombstone.ts';
import { readWorktreeState, writeWorktreeState } from './worktree-state.ts';

export interface RunEnd {
  /** Decides which part of `workspace.keep` counts. */
  readonly result: 'success' | 'failure' | 'waiting';
}

/** All that is needed to find what a run has, in its folder and in the user's repository. */
export interface RunPlace extends Pick<WorktreeRequest, 'paths' | 'gitEnv'> {
  readonly spec: Pick<RunSpec, 'id' | 'workspace'>;
}

/**
 * Keeps the worktree for as long as the routine says, and indefinitely while it has work that was not handed back.
 * Condemns at once what is no longer needed; `emptyTrash` deletes its files later. Returns notices.
 */
export async function releaseRunRepository(
  request: WorktreeRequest,
  end: RunEnd,
): Promise<readonly string[]> {
  const state = await readWorktreeState(request.paths);
  if (state === null) return [];
  const { bridge, temporary } = request.paths;
  // Nothing but the base was ever in it.
  if (state.stage !== 'prepared' && state.holds === null)
    return condemnRunRepository(request, 'its run never got further than the base');
  const { successMs, failureMs, waitingMs } = request.spec.routine.workspace.keep;
  const keepMs = { success: successMs, failure: failureMs, waiting: waitingMs }[end.result];
  if (keepMs === 0 && state.holds === null)
    return condemnRunRepository(request, 'its routine keeps none');
  const keepUntil = new Date(request.clock.now().getTime() + keepMs).toISOString();
  await writeWorktreeState(request.paths, { ...state, keepUntil });
  if (end.result === 'waiting') return [];
  const paths = state.holds === null ? [temporary, bridge] : [temporary];
  const why = 'it is not needed once its run has ended';
  return bury(burialOf(request), { paths, refs: [], linked: null, why });
}

/** Everything of it, with its refs in the user's repository; the run's logs and report stay. Returns notices. */
export async function condemnRunRepository(
  request: RunPlace & Pick<WorktreeRequest, 'clock'>,
  why: string,
  options: { readonly keepsBasePin?: boolean } = {},
): Promise<readonly string[]> {
  const { id } = request.spec;
  const adminFolder = (await linkedFolder(request)) ?? null;
  return bury(burialOf(request), {
    paths: repositoryPaths(request.paths),
    refs: [incomingRefOf(id), ...(options.keepsBasePin === true ? [] : [basePinOf(id)])],
    linked: adminFolder === null ? null : { run: id, adminFolder },
    why,
  });
}

/** The same at once, files and all: for what was only just made. Returns notices. */
export async function removeRunRepository(request: RunPlace): Promise<readonly string[]> {
  const adminFolder = await linkedFolder(request);
  const left = await dropPins(request);
  if (adminFolder !== null) await removeAdminFolder(request, adminFolder);
  const [record, ...others] = repositoryPaths(request.paths);
  for (const path of others) await removeTree(path);
  // Last: while it is there a clean-up that was cut short is done again.
  if (record !== undefined) await removeTree(record);
  return left === null ? [] : [left];
}

/** `null` also when the record cannot be read: then nothing of the user's is touched. */
async function linkedFolder({ paths }: Pick<WorktreeRequest, 'paths'>): Promise<string | null> {
  try {
    return (await readWorktreeState(paths))?.linked?.adminFolder ?? null;
  } catch {
    return null;
  }
}

function burialOf({
  spec,
  gitEnv,
  clock,
}: Omit<RunPlace, 'paths'> & Pick<WorktreeRequest, 'clock'>): Burial {
  return { workspace: spec.workspace, gitEnv, clock };
}

// Takes back what an `open` made that a crash cut off, or after which the run was cut off, so that it can be opened again.

/** Only before the agent began: nothing but the base and what set-up made was ever in it. */
export async function giveBackRunRepository(request: WorktreeRequest): Promise<void> {
  const { paths, spec } = request;
  const found = await Promise.all([paths.worktree, paths.worktreeState].map(inspectPath));
  if (found.every((facts) => facts === null)) return;
  // Of a linked worktree whose record was not written yet; each is looked at for whether it is this run's.
  const records = join(spec.workspace.gitDir, 'worktrees');
  for (const name of await listFolder(records))
    await removeAdminFolder(request, join(records, name));
  await removeRunRepository(request);
}
