/** What is kept of a routine's ended runs: little, however many there were. Pure. */
import { routineHistory } from '../scheduler/routine-history.ts';
import type { RoutineHistory } from '../scheduler/window-rule.ts';
import { replayedRun } from '../words/replay.ts';
import { wentWell } from '../words/run-outcome.ts';
import type { RunView } from '../words/run.ts';

export interface RoutinePast {
  /** Of the newest run that was not skipped, in ms since 1970. */
  readonly lastStartAt: number | null;
  /** When the runs began that did not go well, since the last that did; the newest hundred. */
  readonly failedStarts: readonly number[];
  readonly coverage: RoutineHistory;
}

export const emptyPast: RoutinePast = {
  lastStartAt: null,
  failedStarts: [],
  coverage: { lastRun: null, lastSuccess: null, lastDeploy: null },
};

const MAX_FAILURES = 100;

/** Ended runs come in the order of their ends. A skipped one counts as nothing, a replay for nothing but itself. */
export function foldPast(past: RoutinePast, run: RunView): RoutinePast {
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
