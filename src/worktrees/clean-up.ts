/** Removes worktrees whose time has passed. Called when a run has ended, never before one starts: removing
 *  thousands of files makes the next checkout many times slower. */
import { join } from 'node:path';

import { isRunId, type RunId } from '../domain/ids.ts';
import type { RunSpec } from '../domain/run.ts';
import { gitIn } from '../git/git-call.ts';
import { updateRefs } from '../git/update-refs.ts';
import type { Clock } from '../platform/clock.ts';
import { inspectPath, listFolder, readTextIfThere } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { runPaths } from '../store/state-paths.ts';
import { planCleanUp, type CleanUpDecision, type KeptWorktree } from './plan-clean-up.ts';
import { removeRunRepository } from './release-run-repository.ts';
import { readWorktreeState } from './worktree-state.ts';

export interface CleanUpRequest {
  /** Of any run of the workspace: where its state and its repository are. */
  readonly spec: RunSpec;
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** What was removed, and what was kept and why. */
export async function cleanUp(request: CleanUpRequest): Promise<readonly CleanUpDecision[]> {
  const { stateDir } = request.spec.workspace;
  const kept: KeptWorktree[] = [];
  for (const name of await listFolder(join(stateDir, 'runs'))) {
    if (!isRunId(name)) continue;
    const paths = runPaths(stateDir, name);
    if ((await inspectPath(paths.worktreeState)) === null) continue;
    try {
      const state = await readWorktreeState(paths);
      if (state !== null) kept.push({ id: name, keepUntil: state.keepUntil, holds: state.holds });
    } catch {
      kept.push({ id: name, keepUntil: null, holds: 'its record cannot be read' });
    }
  }
  const plan = planCleanUp(kept, request.clock.now());
  for (const decision of plan) {
    if (decision.kind !== 'remove') continue;
    const spec = { ...request.spec, id: decision.id };
    await removeRunRepository({ ...request, spec, paths: runPaths(stateDir, decision.id) });
  }
  await dropLeftPins(request, new Set(kept.map(({ id }) => id)));
  return plan;
}

/** Pins of runs that have no worktree any more: they could not be dropped in their time. */
async function dropLeftPins(request: CleanUpRequest, live: ReadonlySet<RunId>): Promise<void> {
  const git = gitIn({ cwd: request.spec.workspace.root, env: request.gitEnv });
  const listed = await git(['for-each-ref', '--format=%(refname)', 'refs/roundsman/'], {
    okExitCodes: [0, 128],
  });
  const stale: string[] = [];
  for (const ref of listed.stdout.split('\n')) {
    const id = /^refs\/roundsman\/(?:base|incoming)\/(.+)$/.exec(ref)?.[1];
    if (id === undefined || !isRunId(id) || live.has(id)) continue;
    if (await hasEnded(request.spec, id)) stale.push(ref);
  }
  if (stale.length === 0) return;
  try {
    await updateRefs(
      git,
      stale.map((ref) => ({ kind: 'delete', ref })),
    );
  } catch {
    // Still locked: the next clean-up tries again.
  }
}

/** Not a run that is being opened this moment, and none of another workspace on the same repository. */
async function hasEnded(spec: RunSpec, id: RunId): Promise<boolean> {
  const text = await readTextIfThere(runPaths(spec.workspace.stateDir, id).state);
  const record = text === null ? undefined : tryParseJson(text);
  return isRecord(record) && isRecord(record['phase']) && record['phase']['kind'] === 'ended';
}
