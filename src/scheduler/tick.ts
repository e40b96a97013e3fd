/**
 * A tick: reads everything, plans, and carries the plan out, all under the admission lock.
 *
 * **Invariant:** records are durable before anything is done for them, the cursor is written after them, and a slot says
 * `started` with the id of its run before that run is made. So whatever a crash leaves, the next tick (of whichever
 * daemon) does the rest: slots are planned again, exclusive creation keeps those that have a record, and the runs that
 * the cursor names are made.
 */
import type { StartUnderway } from '../store/ports.ts';
import type { AppError } from '../words/errors.ts';
import type { RoutineId } from '../words/ids.ts';
import type { Policy } from '../words/policy.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import { finishStarts, type FinishedStarts, carryOut } from './admit.ts';
import type {
  Decision,
  Plan,
  PlannedRoutine,
  PlanRequest,
  StartRequest,
  TickParts,
} from './contract.ts';
import { pauseNewcomers } from './pause-newcomers.ts';
import { isScheduled, takenKey } from './plan/plan-slot.ts';
import { planTick, soundCursor } from './plan/plan-tick.ts';
import {
  startAfterRecorded,
  reconcileStarts,
  withoutReturned,
  type ReconciledStarts,
} from './schedule-starts.ts';

/** Whose folders of runs are surely there still, whatever is cleaned up. */
const LOOK_BACK_MS = 2 * 86_400_000;

interface TickInput {
  /** Those that are active, disabled ones too. */
  readonly routines: readonly ScheduledRoutine[];
  /** ms since 1970. */
  readonly now: number;
  /** When the last run was started from the queue; by default when the newest run of all began. `null`: never. */
  readonly lastStartAt?: number | null;
}

export interface TickOutcome {
  /** When time alone changes something; `null`: never. */
  readonly wakeAt: number | null;
  readonly started: readonly StartRequest[];
  readonly decisions: readonly Decision[];
  /** Runs that could not be made (their slots say so too) or stopped. */
  readonly problems: readonly AppError[];
}

/** Throws what a store throws; the next tick does what is left. */
export async function runTick(parts: TickParts, input: TickInput): Promise<TickOutcome> {
  return parts.exclusively(async () => {
    const cursor = await parts.schedule.readCursor();
    const finished = await finishStarts(parts, cursor.starting ?? [], input.now);
    const stored = cursor.plannedTo === null ? null : Date.parse(cursor.plannedTo);
    const plannedTo = soundCursor(stored, input.now);
    const known = await parts.schedule.readStarts();
    const { now, routines } = input;
    await pauseNewcomers(parts, { routines, known, at: isoOf(now) });
    const reconciled = reconcileStarts(known, routines, { now, plannedTo });
    const starts = await startAfterRecorded(parts.slots, reconciled, { known, now });
    if (starts.changed) await parts.schedule.writeStarts(starts.starts);
    const loaded = await requestOf(parts, input, {
      plannedTo,
      starts,
      finished: finished.started.length > 0,
    });
    const { request, plan } = await planAgainstLedger(parts, loaded);
    const starting = startingOf(parts, plan);
    if (starting.length > 0) {
      await parts.schedule.writeCursor({ plannedTo: isoOf(plannedTo), starting });
      await parts.probe?.('daemon/starts-noted');
    }
    const done = await carryOut(parts, plan, { runIds: starting, now: input.now });
    const to = request.planTo ?? input.now;
    if (starts.returned.size > 0)
      await parts.schedule.writeStarts(withoutReturned(starts, { to, all: plannedTo }));
    const reached = Math.max(plannedTo ?? -Infinity, to);
    const isBehind = reached - (stored ?? -Infinity) >= parts.limits.lateAfterMs;
    const isWrong = stored !== plannedTo;
    const isUnderway = starting.length > 0 || cursor.starting !== undefined;
    if (done.recorded || isUnderway || isBehind || isWrong) {
      await parts.schedule.writeCursor({ plannedTo: isoOf(reached) });
      if (isUnderway) await parts.probe?.('daemon/cursor-written');
    }
    const gone = Array.from(starts.gone.values());
    return {
      wakeAt: done.leftPlaces ? input.now : earliest([plan.wakeAt, ...gone]),
      started: [...finished.started, ...done.started],
      decisions: plan.decisions,
      problems: [...finished.problems, ...done.problems],
    };
  });
}

/**
 * For the start of a daemon: what ticks left, and commands that were cut off between the record and the run.
 *
 * @param now ms since 1970
 */
export async function recoverStarts(
  parts: Pick<TickParts, 'slots' | 'starter' | 'schedule' | 'exclusively'>,
  now: number,
): Promise<FinishedStarts> {
  return parts.exclusively(async () => {
    const { starting = [] } = await parts.schedule.readCursor();
    const from = new Date(now - LOOK_BACK_MS).toISOString();
    const { records } = await parts.slots.list({ states: ['started'], from });
    const starts = records.flatMap(({ routine, slot, state }) =>
      state.kind === 'started' ? [{ routine, key: slot.key, runId: state.runId }] : [],
    );
    return finishStarts(parts, [...starting, ...starts], now);
  });
}

interface Loaded {
  readonly plannedTo: number | null;
  readonly starts: ReconciledStarts;
  readonly finished: boolean;
}

async function requestOf(
  parts: TickParts,
  { routines, now, lastStartAt }: TickInput,
  { plannedTo, starts, finished }: Loaded,
): Promise<PlanRequest> {
  const [open, live, pauses, history] = await Promise.all([
    parts.slots.listOpen(),
    parts.starter.live(),
    parts.pauses.list(isoOf(Math.min(plannedTo ?? now, now))),
    parts.history.of(new Set(routines.map(({ id }) => id))),
  ]);
  const pauseOf = new Map(pauses.map((pause) => [pause.routine, pause]));
  const planned = new Map<RoutineId, PlannedRoutine>();
  for (const routine of routines) {
    const { id } = routine;
    const own = starts.returned.get(id);
    planned.set(id, {
      routine,
      since: Date.parse(starts.starts.get(id)?.since ?? isoOf(now)),
      pause: pauseOf.get(id) ?? null,
      lastStartAt: history.get(id)?.lastStartAt ?? null,
      failures: history.get(id)?.failures ?? 0,
      ...(own === undefined ? {} : { plannedTo: own }),
    });
  }
  const active = new Set(routines.map(({ id }) => id));
  const pinned = new Map<RoutineId, Policy>();
  for (const { routine, definition } of open) {
    if (active.has(routine) || pinned.has(routine)) continue;
    const stored = await parts.definitions.read(definition);
    if (stored !== null) pinned.set(routine, stored.routine.policy);
  }
  return {
    pinned,
    now,
    plannedTo,
    calendar: parts.calendar,
    routines: planned,
    open: open.filter(({ routine }) => !starts.gone.has(routine)),
    live,
    limits: parts.limits,
    lastStartAt: finished ? now : lastStartAt === undefined ? newestStart(history) : lastStartAt,
  };
}

function newestStart(history: Awaited<ReturnType<TickParts['history']['of']>>): number | null {
  let newest: number | null = null;
  for (const { lastStartAt } of history.values())
    if (lastStartAt !== null) newest = Math.max(newest ?? lastStartAt, lastStartAt);
  return newest;
}

interface LedgerPlan {
  readonly request: PlanRequest;
  readonly plan: Plan;
}

/**
 * A crash may have left records after the cursor. What has one already is no reason for a start, nor in the way of
 * another slot; so before a slot without a record is started, it is looked up. And slots that are counted together must
 * not be counted a second time; so such a plan is first made as it was when it was cut off.
 */
async function planAgainstLedger(parts: TickParts, loaded: PlanRequest): Promise<LedgerPlan> {
  let request = loaded;
  if (hasCounted(planTick(request))) {
    const planTo = await cutOffAt(parts, request);
    if (planTo !== null) request = { ...request, planTo };
  }
  const taken = new Set<string>();
  for (;;) {
    const plan = planTick({ ...request, taken });
    const before = taken.size;
    for (const decision of plan.decisions) {
      if (decision.kind !== 'start' || decision.created) continue;
      const { routine, slot } = decision.record;
      if ((await parts.slots.read(routine, slot.key)) !== null)
        taken.add(takenKey(routine, slot.key));
    }
    if (taken.size === before) return { request, plan };
  }
}

function hasCounted({ decisions }: Plan): boolean {
  return decisions.some(
    (decision) => decision.kind === 'record' && decision.record.covers !== null,
  );
}

/** When the first tick was that left records after the cursor; `null`: none did. */
async function cutOffAt(
  { slots }: TickParts,
  { routines, plannedTo, now }: PlanRequest,
): Promise<number | null> {
  const beginOf = (planned: PlannedRoutine): number => {
    const begin = planned.plannedTo === undefined ? plannedTo : planned.plannedTo;
    return Math.max(begin ?? planned.since, planned.since);
  };
  const begins = Array.from(routines.values(), beginOf);
  const earliestBegin = begins.reduce((a, b) => Math.min(a, b), now);
  const { records } = await slots.list({ from: isoOf(earliestBegin + 1) });
  const ticks = records.flatMap(({ routine, slot, recordedAt }) => {
    const planned = routines.get(routine);
    if (planned === undefined || !isScheduled(slot.key)) return [];
    const isAfter = Date.parse(slot.scheduledFor) > beginOf(planned);
    const at = Date.parse(recordedAt);
    return isAfter && soundCursor(at, now) === at ? [at] : [];
  });
  return earliest(ticks);
}

function startingOf(parts: TickParts, { decisions }: Plan): readonly StartUnderway[] {
  return decisions.flatMap((decision) => {
    if (decision.kind !== 'start') return [];
    const { routine, slot } = decision.record;
    return [{ routine, key: slot.key, runId: parts.starter.newRunId() }];
  });
}

function earliest(instants: readonly (number | null)[]): number | null {
  return instants.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null);
}

function isoOf(instant: number): string;
function isoOf(instant: number | null): string | null;
function isoOf(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
