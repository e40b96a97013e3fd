/** Which stretch of time a run covers, from its routine's rule. Pure. */
import type { WindowRule } from './routine.ts';
import type { Window } from './window.ts';

/** ISO 8601 instants at which the windows of the last run, and of the last good run, ended. */
export interface RoutineHistory {
  readonly lastRun: string | null;
  readonly lastSuccess: string | null;
}

export interface WindowMoment {
  /** The nominal instant of the slot; for a manual run, now. */
  readonly instant: Date;
  readonly timezone: string;
  readonly history: RoutineHistory;
}

export function windowFor(rule: WindowRule, moment: WindowMoment): Window {
  const to = moment.instant.toISOString();
  const from = rule.kind === 'since' ? moment.history.lastSuccess : null;
  return { from, to, uncovered: null };
}
