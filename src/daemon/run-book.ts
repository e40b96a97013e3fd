/**
 * What the daemon knows of runs: those that continue, and of those that ended what the plan asks. An ended run is read
 * once, however often the plan asks.
 */
import type { Clock } from '../platform/clock.ts';
import { sortUnfinished } from '../runtime/live-runs.ts';
import type { RunHistory } from '../scheduler/contract.ts';
import { routineHistory, type RoutineHistory } from '../scheduler/window-rule.ts';
import type { PauseStore, RunStore, StoredRun } from '../store/ports.ts';
import type { RoutineId, RunId } from '../words/ids.ts';
import { wentWell } from '../words/run-outcome.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import { replayedRun } from '../words/slot.ts';

const emptyPast: RoutinePast = {
  lastStartAt: null,
  failedStarts: [],
  coverage: { lastRun: null, lastSuccess: null, lastDeploy: null },
};

const MAX_FAILURES = 100;

export interface RunBook extends RunHistory {
  /** Looks at what is new and at what went on when it looked last. */
  look(): Promise<RunLook>;
  /** What the last look found. */
  unfinished(): readonly StoredRun[];
  /** Up to when the routine's runs covered time, as far as they are known. */
  coverageOf(routine: RoutineId): RoutineHistory;
}

export interface RunLook {
  /** Not ended, those whose supervisor died included: their agents may be alive still. */
  readonly unfinished: readonly StoredRun[];
  readonly orphaned: readonly StoredRun[];
  /** Of those, parked or waiting for an answer: no process is to work on them yet. */
  readonly resting: readonly StoredRun[];
  /** A newer Roundsman made them, and no process works on them: this version leaves them alone, and they block nothing. */
  readonly foreign: readonly StoredRun[];
}

interface RunBookParts {
  readonly runs: RunStore;
  readonly pauses: PauseStore;
  readonly clock: Clock;
  /** Told of each run that ended since the book was opened, once. */
  readonly onEnded: (run: RunView) => void;
  /** Told of what each look found. */
  readonly onLook: (look: RunLook) => void;
}

/** Reads what there is of past runs, once. */
export async function openRunBook(parts: RunBookParts): Promise<RunBook> {
  const ended = new Set<RunId>();
  const pasts = new Map<RoutineId, RoutinePast>();
  const note = (view: RunView): void => {
    ended.add(view.id);
    // The run that it belongs to tells of it.
    if (view.part !== null) return;
    pasts.set(view.routine, foldPast(pasts.get(view.routine) ?? emptyPast, view));
  };
  const { views } = await parts.runs.listViews({ parts: true });
  for (const view of views.filter(({ state }) => state === 'ended').toSorted(byEnd)) note(view);

  let unfinished: readonly StoredRun[] = [];
  const look = async (): Promise<RunLook> => {
    const found: StoredRun[] = [];
    const ids = await parts.runs.listIds();
    for (const id of ids) {
      if (ended.has(id)) continue;
      const run = await parts.runs.read(id);
      if (run?.record?.phase.kind === 'ended') {
        const view = toRunView(run);
        note(view);
        if (view.part === null) parts.onEnded(view);
      } else if (run !== null) {
        found.push(run);
      }
    }
    if (ended.size > ids.length) keepOnly(ended, new Set(ids));
    const { orphaned, foreign, resting } = sortUnfinished(found);
    unfinished = found.filter((run) => !foreign.includes(run));
    const seen = { unfinished, orphaned, resting, foreign };
    parts.onLook(seen);
    return seen;
  };
  const shared = oneAtATime(look);
  return {
    look: shared,
    unfinished: () => unfinished,
    of: async (routines) => {
      await shared();
      const resumed = await parts.pauses.listResumed(parts.clock.now().toISOString());
      const facts = new Map<RoutineId, ReturnType<typeof historyOf>>();
      for (const routine of routines) {
        const own = unfinished.filter(({ spec }) => spec.routine.id === routine);
        const past = pasts.get(routine);
        if (past === undefined && own.length === 0) continue;
        facts.set(routine, historyOf(past ?? emptyPast, own, resumed.get(routine) ?? null));
      }
      return facts;
    },
    coverageOf: (routine) => (pasts.get(routine) ?? emptyPast).coverage,
  };
}

function historyOf(
  past: RoutinePast,
  unfinished: readonly StoredRun[],
  resumedAt: string | null,
): { readonly lastStartAt: number | null; readonly failures: number } {
  const starts = unfinished.map(({ spec, record }) =>
    Date.parse(record?.startedAt ?? spec.admittedAt),
  );
  const lastStartAt = Math.max(past.lastStartAt ?? -Infinity, ...starts);
  const since = resumedAt === null ? -Infinity : Date.parse(resumedAt);
  return {
    lastStartAt: lastStartAt === -Infinity ? null : lastStartAt,
    failures: past.failedStarts.filter((at) => at > since).length,
  };
}

function byEnd(a: RunView, b: RunView): number {
  return (a.endedAt ?? '') < (b.endedAt ?? '') ? -1 : 1;
}

function keepOnly(known: Set<RunId>, ids: ReadonlySet<RunId>): void {
  for (const id of known) if (!ids.has(id)) known.delete(id);
}

/** A call in the middle of another waits for that, and then looks again: what it is to see may just have happened. */
function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** What is kept of a routine's ended runs: little, however many there were. Pure. */
interface RoutinePast {
  /** Of the newest run that was not skipped, in ms since 1970. */
  readonly lastStartAt: number | null;
  /** When the runs began that did not go well, since the last that did; the newest hundred. */
  readonly failedStarts: readonly number[];
  readonly coverage: RoutineHistory;
}

/** Ended runs come in the order of their ends. A skipped one counts as nothing, a replay for nothing but itself. */
function foldPast(past: RoutinePast, run: RunView): RoutinePast {
  if (run.skipped !== null || replayedRun(run.slot.key) !== null) return past;
  const started = run.startedAt === null ? null : Date.parse(run.startedAt);
  const failed = started ?? Date.parse(run.endedAt ?? '');
  return {
    lastStartAt:
      started === null ? past.lastStartAt : Math.max(past.lastStartAt ?? -Infinity, started),
    failedStarts: wentWell(run) ? [] : [...past.failedStarts, failed].slice(-MAX_FAILURES),
    coverage: furthest(past.coverage, routineHistory([run])),
  };
}

/** The furthest of both. */
function furthest(one: RoutineHistory, other: RoutineHistory): RoutineHistory {
  return {
    lastRun: later(one.lastRun, other.lastRun),
    lastSuccess: later(one.lastSuccess, other.lastSuccess),
    lastDeploy: later(one.lastDeploy, other.lastDeploy),
  };
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
