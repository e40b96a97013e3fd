/** Which stretch of time a run covers, from its routine's rule. Pure: the instants come from the caller. */
import { assertNever } from '../words/errors.ts';
import { addDays, localDateOf, mondayOf, startOfLocalDay } from '../words/local-time.ts';
import type { WindowRule, Routine } from '../words/routine.ts';
import type { Window } from '../words/run-spec.ts';
import type { RunView } from '../words/run.ts';
import { replayedRun, type Slot } from '../words/slot.ts';
import type { Workspace } from '../workspace/contract.ts';

/** ISO 8601 instants at which the windows of the last run, and of the last good run, ended. */
export interface RoutineHistory {
  readonly lastRun: string | null;
  readonly lastSuccess: string | null;
  /** The furthest nominal instant of a deployment whose run went well. */
  readonly lastDeploy: string | null;
}

interface WindowMoment {
  /** The nominal instant of the slot, also when the run is late; for a manual run, now. */
  readonly instant: Date;
  /** IANA zone in which days and weeks begin. */
  readonly timezone: string;
  readonly history: RoutineHistory;
}

/** Half-open [from, to). Days and weeks are local ones, from midnight to midnight; a week begins on Monday. */
export function windowFor(rule: WindowRule, moment: WindowMoment): Window {
  switch (rule.kind) {
    case 'since':
      return windowSince(rule, moment);
    case 'last':
      return span(new Date(moment.instant.getTime() - rule.ms), moment.instant);
    case 'previous-day': {
      const today = localDateOf(moment.instant, moment.timezone);
      return localSpan(addDays(today, -1), today, moment.timezone);
    }
    case 'previous-week': {
      const monday = mondayOf(localDateOf(moment.instant, moment.timezone));
      return localSpan(addDays(monday, -7), monday, moment.timezone);
    }
    default:
      return assertNever(rule);
  }
}

/** From where the last one ended; `max` bounds how far back, and what it cuts off is told. */
function windowSince(rule: Extract<WindowRule, { kind: 'since' }>, moment: WindowMoment): Window {
  const to = moment.instant.getTime();
  const last = lastOf(rule.since, moment.history);
  const earliest = rule.maxMs === null ? null : to - rule.maxMs;
  if (last === null) {
    const from = earliest === null ? null : new Date(earliest).toISOString();
    return { from, to: moment.instant.toISOString(), uncovered: null };
  }
  // A run for an older slot than the last one's (a clock set back) covers nothing rather than a negative time.
  const wanted = Math.min(Date.parse(last), to);
  if (earliest === null || wanted >= earliest) return span(new Date(wanted), moment.instant);
  const cut = new Date(earliest);
  return {
    ...span(cut, moment.instant),
    uncovered: { from: new Date(wanted).toISOString(), to: cut.toISOString() },
  };
}

/** Before the first deployment that was covered, the last good run says what was seen. */
function lastOf(
  since: Extract<WindowRule, { kind: 'since' }>['since'],
  { lastRun, lastSuccess, lastDeploy }: RoutineHistory,
): string | null {
  switch (since) {
    case 'last-run':
      return lastRun;
    case 'last-success':
      return lastSuccess;
    case 'last-deploy':
      return lastDeploy ?? lastSuccess;
  }
}

function localSpan(from: string, to: string, timezone: string): Window {
  return span(startOfLocalDay(from, timezone), startOfLocalDay(to, timezone));
}

function span(from: Date, to: Date): Window {
  return { from: from.toISOString(), to: to.toISOString(), uncovered: null };
}

// Up to when the runs of a routine covered time: where the window of its next one begins.

/** What covered most is among so many of the newest, as a rule. */
const RECENT = 500;
const NONE: RoutineHistory = { lastRun: null, lastSuccess: null, lastDeploy: null };

/**
 * Success: execution succeeded and report valid. Empty where the routine's window does not ask for it.
 * @param slot of the run to come: one that makes up for the past continues from what came before its instant
 */
export async function readRoutineHistory(
  { runs }: Pick<Workspace, 'runs'>,
  { id, window: rule }: Pick<Routine, 'id' | 'window'>,
  slot: Pick<Slot, 'key' | 'scheduledFor'>,
): Promise<RoutineHistory> {
  if (rule.kind !== 'since') return NONE;
  const isBackfill = slot.key.startsWith('backfill:');
  const isBefore = ({ window }: RunView): boolean => !isBackfill || window.to < slot.scheduledFor;
  const { views } = await runs.listViews({ routine: id, limit: RECENT });
  const recent = routineHistory(views.filter(isBefore));
  const found = rule.since === 'last-deploy' ? recent.lastDeploy : recent.lastSuccess;
  if (found !== null || views.length < RECENT) return recent;
  const every = await runs.listViews({ routine: id });
  return routineHistory(every.views.filter(isBefore));
}

/**
 * The furthest end, not that of the newest run: a retry or a backfill of an old slot does not move the window back,
 * and a replay does not move it at all.
 */
export function routineHistory(views: readonly RunView[]): RoutineHistory {
  const ended = views.filter(
    ({ state, result, slot }) =>
      state === 'ended' && result !== null && replayedRun(slot.key) === null,
  );
  const good = ended.filter(
    ({ result }) => result?.execution === 'succeeded' && result.report === 'valid',
  );
  const deployed = good
    .filter(({ slot }) => slot.trigger === 'deployment')
    .map(({ slot }) => slot.scheduledFor);
  return {
    lastRun: furthest(ended.map(({ window }) => window.to)),
    lastSuccess: furthest(good.map(({ window }) => window.to)),
    lastDeploy: furthest(deployed),
  };
}

function furthest(instants: readonly string[]): string | null {
  return instants.toSorted().at(-1) ?? null;
}
