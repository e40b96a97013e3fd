/**
 * After a run: worktrees whose time has passed are condemned, which costs little; the files go later (`tombstone.ts`),
 * because removing thousands of them makes the next checkout many times slower.
 */
import type { Clock } from '../platform/clock.ts';
import { inspectPaths } from '../platform/files.ts';
import { listProcessPlaces } from '../platform/process-tree.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import type { RunId } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { planCleanUp } from './plan-clean-up.ts';
import { condemnRunRepository } from './release-run-repository.ts';
import type { CleanUpDecision, Remains } from './remains.ts';
import { readPinOwner, surveyPins } from './survey-pins.ts';
import { listRunFolders, repositoryPaths, surveyRun, type SurveyedRun } from './survey-runs.ts';
import { dropRefs } from './tombstone.ts';
import { readWorktreeState } from './worktree-state.ts';

export interface CleanUpRequest {
  /** Of any run of the workspace: where its state and its repository are. */
  readonly spec: RunSpec;
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** What was condemned, and what was kept although its time seemed over. Nothing else is even measured. */
export async function cleanUp(request: CleanUpRequest): Promise<readonly CleanUpDecision[]> {
  const { workspace } = request.spec;
  const { stateDir } = workspace;
  const now = request.clock.now();
  const due: RunId[] = [];
  for (const id of await listRunFolders(stateDir))
    if (await mayBeDue(stateDir, id, now)) due.push(id);
  const places = due.length === 0 ? [] : listProcessPlaces();
  const found: Remains[] = [];
  for (const id of due) {
    const remains = remainsOf(await surveyRun({ stateDir, places }, id), now);
    if (remains !== null) found.push(remains);
  }
  const { decisions } = planCleanUp(found, { now, ceilingBytes: null, setAside: false });
  for (const { remains, verdict } of decisions) {
    if (verdict.kind !== 'remove' || remains.owner === null) continue;
    const { run } = remains.owner;
    const spec = { ...request.spec, id: run };
    await condemnRunRepository({ ...request, spec, paths: runPaths(stateDir, run) }, verdict.why);
  }
  await dropStalePins(request, now);
  return decisions;
}

/** Pins of runs that have no worktree any more: they could not be dropped in their time. */
async function dropStalePins({ spec, gitEnv }: CleanUpRequest, now: Date): Promise<void> {
  const { workspace } = spec;
  const { stateDir } = workspace;
  const pins = await surveyPins({
    workspace,
    gitEnv,
    now,
    ownerOf: (id) => readPinOwner(stateDir, id),
  });
  const stale = pins.filter(({ facts }) => facts.kind === 'left').map(({ at }) => at);
  // Still locked: the next clean-up tries again.
  await dropRefs({ workspace, gitEnv }, stale);
}

/** As a clean-up looks at it; `null` when nothing of the run's repository is there. */
export function remainsOf(run: SurveyedRun, now: Date): Remains | null {
  if (run.facts === null) return null;
  return {
    kind: 'worktree',
    at: run.paths.worktree,
    bytes: run.size?.bytes ?? 0,
    files: run.size?.files ?? 0,
    since: run.facts.endedAt ?? run.spec?.admittedAt ?? now.toISOString(),
    owner: { routine: run.routine, run: run.id },
    facts: run.facts,
  };
}

/** By one small file, so that a worktree that is to be kept costs next to nothing. */
async function mayBeDue(stateDir: string, id: RunId, now: Date): Promise<boolean> {
  const paths = runPaths(stateDir, id);
  const [record, ...others] = inspectPaths(repositoryPaths(paths));
  if (record === null) return others.some((facts) => facts !== null);
  const state = await readWorktreeState(paths).catch(() => null);
  if (state === null || state.holds !== null) return false;
  return state.keepUntil === null || new Date(state.keepUntil) <= now;
}
