/** What is kept of a routine's ended runs: little, however many there were. Pure. */
import type { RunView } from '../../domain/run.ts';
import type { RoutineHistory } from '../../domain/window-rule.ts';
import { wentWell } from '../run-outcome.ts';

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
  if (run.skipped !== null || run.slot.key.startsWith('replay:')) return past;
  const started = run.startedAt === null ? null : Date.parse(run.startedAt);
  const failed = started ?? Date.parse(run.endedAt ?? '');
  return {
    lastStartAt:
      started === null ? past.lastStartAt : Math.max(past.lastStartAt ?? -Infinity, started),
    failedStarts: wentWell(run) ? [] : [...past.failedStarts, failed].slice(-MAX_FAILURES),
    coverage: coverageWith(past.coverage, run),
  };
}

/** The furthest ends: a run for an older slot does not move a window back. */
function coverageWith(coverage: RoutineHistory, { result, slot, window }: RunView): RoutineHistory {
  if (result === null) return coverage;
  const good = result.execution === 'succeeded' && result.report === 'valid';
  return {
    lastRun: later(coverage.lastRun, window.to),
    lastSuccess: good ? later(coverage.lastSuccess, window.to) : coverage.lastSuccess,
    lastDeploy:
      good && slot.trigger === 'deployment'
        ? later(coverage.lastDeploy, slot.scheduledFor)
        : coverage.lastDeploy,
  };
}

function later(a: string | null, b: string): string {
  return a === null || b > a ? b : a;
}
