/**
 * After a run: worktrees whose time has passed are condemned, which costs little; the files go later (`tombstone.ts`),
 * because removing thousands of them makes the next checkout many times slower.
 */
import type { Clock } from '../platform/clock.ts';
import { inspectPaths } from '../platform/files.ts';
import { listProcessPlaces } from '../platform/process-tree.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { formatBytes } from '../words/byte-size.ts';
import type { RunId } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { condemnRunRepository } from './release-run-repository.ts';
import type {
  CleanUpDecision,
  Remains,
  CleanUpPlan,
  RunRepositoryFacts,
  Verdict,
} from './remains.ts';
import {
  readPinOwner,
  surveyPins,
  listRunFolders,
  repositoryPaths,
  surveyRun,
  type SurveyedRun,
} from './survey-runs.ts';
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

// What goes and what stays, with the reason. Pure: the whole of a clean-up, before anything is touched.
export interface CleanUpPolicy {
  readonly now: Date;
  /** All of it together may take so much on the disk; `null`: no ceiling. */
  readonly ceilingBytes: number | null;
  /** What was set aside goes too: a person said so. */
  readonly setAside: boolean;
}

/** **Invariant:** nothing goes that is alive, that holds work, or that is doubtful, however little room there is. */
export function planCleanUp(found: readonly Remains[], policy: CleanUpPolicy): CleanUpPlan {
  const timely = found.map((remains) => ({ remains, verdict: judge(remains, policy) }));
  const usedBytes = sum(found);
  const { ceilingBytes } = policy;
  const decisions = ceilingBytes === null ? timely : underCeiling(timely, ceilingBytes);
  const leftBytes = sum(kept(decisions));
  const overBytes = ceilingBytes === null ? 0 : Math.max(0, leftBytes - ceilingBytes);
  return { decisions, usedBytes, leftBytes, ceilingBytes, overBytes };
}

function judge({ facts }: Remains, { now, setAside }: CleanUpPolicy): Verdict {
  switch (facts.kind) {
    case 'run-repository':
      return judgeRepository(facts, now);
    case 'ages':
      return new Date(facts.until) > now
        ? keep(facts.why, facts.until)
        : remove('its time is over');
    case 'left':
      return remove(facts.why);
    case 'asked':
      return setAside ? remove(facts.why) : keep(facts.why);
    case 'needed':
    case 'doubtful':
      return keep(facts.why);
  }
}

function judgeRepository(facts: RunRepositoryFacts, now: Date): Verdict {
  if (facts.attendedBy !== null) return keep(facts.attendedBy);
  if (facts.endedAt === null) return keep('its run has not ended');
  if (facts.unreadable !== null) return keep(facts.unreadable);
  if (facts.holds !== null) return keep(facts.holds);
  if (facts.touched !== null)
    return keep(`${facts.touched} in it was changed after the run had ended`);
  const how = facts.good ? 'well' : 'badly';
  // Its run ended and was never released: the usual time counts from the end.
  if (facts.keepUntil === null) return keep('no time is set yet for how long it is kept');
  if (new Date(facts.keepUntil) > now)
    return keep(`worktrees of runs that ended ${how} are kept for a while`, facts.keepUntil);
  return remove(`it was kept until ${facts.keepUntil}`);
}

/** The oldest first: worktrees of good runs, then caches, then worktrees of runs that went badly. */
function underCeiling(
  timely: readonly CleanUpDecision[],
  ceilingBytes: number,
): readonly CleanUpDecision[] {
  let over = sum(kept(timely)) - ceilingBytes;
  const early = new Set<Remains>();
  const candidates = kept(timely)
    .map((remains) => ({ remains, rank: rankOf(remains) }))
    .filter(({ rank }) => rank !== null)
    .toSorted(
      (a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.remains.since < b.remains.since ? -1 : 1),
    );
  const waiting = new Map(timely.map(({ remains, verdict }) => [remains, verdict]));
  for (const { remains } of candidates) {
    if (over <= 0) break;
    const verdict = waiting.get(remains);
    // Only what is kept for its time's sake.
    if (verdict?.kind !== 'keep' || verdict.until === null || remains.bytes === 0) continue;
    early.add(remains);
    over -= remains.bytes;
  }
  const why = `what runs left takes more than ${formatBytes(ceilingBytes)} (keep.disk)`;
  return timely.map((decision) =>
    early.has(decision.remains)
      ? { ...decision, verdict: { kind: 'remove', why, early: true } }
      : decision,
  );
}

function rankOf({ facts }: Remains): number | null {
  if (facts.kind === 'run-repository') return facts.good ? 0 : 2;
  return facts.kind === 'ages' && facts.early ? 1 : null;
}

function kept(decisions: readonly CleanUpDecision[]): readonly Remains[] {
  return decisions.filter(({ verdict }) => verdict.kind === 'keep').map(({ remains }) => remains);
}

function sum(remains: readonly Remains[]): number {
  return remains.reduce((total, { bytes }) => total + bytes, 0);
}

function keep(why: string, until: string | null = null): Verdict {
  return { kind: 'keep', why, until };
}

function remove(why: string): Verdict {
  return { kind: 'remove', why, early: false };
}
