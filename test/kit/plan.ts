/** A small world to plan in: routines, slots and runs in full form, at times that are written as ISO instants. */
import type { LiveRun } from '../../src/scheduler/admission.ts';
import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import type {
  Decision,
  Plan,
  PlanLimits,
  PlannedRoutine,
  PlanRequest,
} from '../../src/scheduler/contract.ts';
import { isRoutineId, isRunId, isSlotKey, type RoutineId } from '../../src/words/ids.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/words/policy.ts';
import type { Pause, ScheduledRoutine } from '../../src/words/scheduled-routine.ts';
import { newSlotRecord, type SlotRecord } from '../../src/words/slot.ts';
import type { Trigger } from '../../src/words/trigger.ts';

export const HOURLY: Trigger = cron('0 * * * *');
export const MINUTELY: Trigger = cron('* * * * *');

export function cron(expression: string, timezone = 'UTC'): Trigger {
  return { kind: 'schedule', when: { kind: 'cron', expression }, timezone };
}

/** Nothing staggered, many places. */
export const EASY: PlanLimits = { maxRunning: 100, staggerMs: 0, lateAfterMs: 60_000, cap: 100 };

export function at(instant: string): number {
  return Date.parse(instant);
}

export function idOf(name: string): RoutineId {
  if (!isRoutineId(name)) throw new TypeError(name);
  return name;
}

export interface RoutineChange {
  readonly triggers?: readonly Trigger[];
  readonly policy?: Partial<Policy>;
  readonly definition?: string;
  readonly enabled?: boolean;
}

/** Hourly, with the default policy. */
export function scheduled(name: string, change: RoutineChange = {}): ScheduledRoutine {
  return {
    id: idOf(name),
    name,
    definition: change.definition ?? 'd'.repeat(64),
    source: 'ref',
    enabled: change.enabled ?? true,
    triggers: change.triggers ?? [HOURLY],
    policy: { ...DEFAULT_POLICY, ...change.policy },
  };
}

export function planned(
  routine: ScheduledRoutine,
  since: string,
  change: Partial<PlannedRoutine> = {},
): PlannedRoutine {
  return { routine, since: at(since), pause: null, lastStartAt: null, failures: 0, ...change };
}

/** A run of a routine; its short id is `00000n`. */
export function liveRun(routine: ScheduledRoutine, number = 1): LiveRun {
  const id = `01kakq0000000000000000${String(number).padStart(4, '0')}`;
  if (!isRunId(id)) throw new TypeError(id);
  return { id, routine: routine.id, policy: routine.policy };
}

/** Queued since its instant, unless said otherwise. */
export function openSlot(
  routine: ScheduledRoutine,
  key: string,
  change: Partial<SlotRecord> = {},
): SlotRecord {
  if (!isSlotKey(key)) throw new TypeError(key);
  const instant = key.startsWith('at:') ? key.slice(3) : '2026-11-21T06:00:00.000Z';
  return newSlotRecord({
    routine: routine.id,
    slot: { key, scheduledFor: instant, trigger: key.startsWith('at:') ? 'schedule' : 'manual' },
    state: { kind: 'queued', reason: 'waits' },
    recordedAt: instant,
    definition: routine.definition,
    ...change,
  });
}

export function pausedBy(routine: ScheduledRoutine, by: string, reason = ''): Pause {
  return { routine: routine.id, by, at: '2026-11-21T00:00:00.000Z', reason };
}

export interface Situation {
  readonly now: string;
  readonly plannedTo: string | null;
  readonly routines: readonly PlannedRoutine[];
  readonly open?: readonly SlotRecord[];
  readonly live?: readonly LiveRun[];
  readonly limits?: Partial<PlanLimits>;
  readonly lastStartAt?: string | null;
}

export function requestFor(situation: Situation): PlanRequest {
  const { now, plannedTo, routines, open = [], live = [], limits, lastStartAt = null } = situation;
  return {
    now: at(now),
    plannedTo: plannedTo === null ? null : at(plannedTo),
    calendar: sharedCalendar(),
    routines: new Map(routines.map((one) => [one.routine.id, one])),
    open,
    live,
    limits: { ...EASY, ...limits },
    lastStartAt: lastStartAt === null ? null : at(lastStartAt),
  };
}

/** One line a decision: `record at:… missed downtime`, `start at:…`, `stop cancel 000001`, `pause`. */
export function linesOf({ decisions }: Plan): readonly string[] {
  return decisions.map(lineOf);
}

function lineOf(decision: Decision): string {
  switch (decision.kind) {
    case 'record':
      return `record ${shortKey(decision.record)} ${stateWords(decision.record.state)}${coverWords(decision.record)}`;
    case 'move':
      return `move ${shortKey(decision.record)} ${stateWords(decision.to)}`;
    case 'start':
      return `start ${shortKey(decision.record)}`;
    case 'stop':
      return `stop ${decision.how} ${decision.routine} ${decision.run.slice(-6)} for ${decision.forSlot}`;
    case 'pause':
      return `pause ${decision.pause.routine} by ${decision.pause.by}: ${decision.pause.reason}`;
  }
}

/** `todo at:07:00` on the day that most tests have; else with its date. */
function shortKey({ routine, slot }: SlotRecord): string {
  const key = slot.key.replace('2026-11-21T', '').replace(/:00\.000Z$/, '');
  return `${routine} ${key}`;
}

function stateWords(state: SlotRecord['state']): string {
  switch (state.kind) {
    case 'due':
      return `due ${state.notBefore ?? 'at once'}`;
    case 'queued':
      return `queued: ${state.reason}`;
    case 'started':
      return 'started';
    case 'skipped':
    case 'missed':
    case 'superseded':
      return `${state.kind} ${state.cause}: ${state.reason}`;
  }
}

function coverWords({ covers }: SlotRecord): string {
  return covers === null ? '' : ` [${covers.count} from ${covers.from} to ${covers.to}]`;
}
