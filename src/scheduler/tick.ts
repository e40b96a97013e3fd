/**
 * A tick: reads everything, plans, and carries the plan out, all under the admission lock.
 *
 * **Invariant:** records are durable before anything is done for them, the cursor is written after them, and a slot says
 * `started` with the id of its run before that run is made. So whatever a crash leaves, the next tick (of whichever
 * daemon) does the rest: slots are planned again, exclusive creation keeps those that have a record, and the runs that
 * the cursor names as under way are made.
 */
import type { AppError } from '../domain/errors.ts';
import type { RoutineId } from '../domain/ids.ts';
import type { ScheduledRoutine } from '../domain/scheduled-routine.ts';
import type { ScheduleCursor } from '../store/ports.ts';
import { carryOut } from './carry-out.ts';
import type { Decision, Plan, PlannedRoutine, PlanRequest, TickParts } from './contract.ts';
import { finishStarts, type FinishedStarts, type StartedSlot } from './finish-starts.ts';
import { planTick, soundCursor } from './plan/plan-tick.ts';
import { takenKey } from './plan/slot-key.ts';
import { reconcileStarts, withoutReturned, type ReconciledStarts } from './schedule-starts.ts';

/** Whose folders of runs are surely there still, whatever is cleaned up. */
const LOOK_BACK_MS = 2 * 86_400_000;

export interface TickInput {
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
  readonly started: readonly StartedSlot[];
  readonly decisions: readonly Decision[];
  /** Runs that could not be made (their slots say so too) or stopped. */
  readonly problems: readonly AppError[];
}

/** Throws what a store throws; the next tick does what is left. */
export async function runTick(parts: TickParts, input: TickInput): Promise<TickOutcome> {
  return parts.exclusively(async () => {
    const cursor = await parts.schedule.readCursor();
    const finished = await finishStarts(parts, cursor.underway?.starts ?? [], input.now);
    const stored = cursor.plannedTo === null ? null : Date.parse(cursor.plannedTo);
    const plannedTo = soundCursor(stored, input.now);
    const starts = reconcileStarts(await parts.schedule.readStarts(), input.routines, {
      now: input.now,
      plannedTo,
    });
    if (starts.changed) await parts.schedule.writeStarts(starts.starts);
    const request = await requestOf(parts, input, {
      plannedTo,
      starts,
      catchUpTo: catchUpOf(cursor, input.now),
      finished: finished.started.length > 0,
    });
    const plan = await planAgainstTaken(parts, request);
    const underway = underwayOf(parts, plan, request);
    const isSpecial = underway.catchUpTo !== null || underway.starts.length > 0;
    if (isSpecial) await parts.schedule.writeCursor({ plannedTo: isoOf(plannedTo), underway });
    const done = await carryOut(parts, plan, { runIds: underway.starts, now: input.now });

    if (starts.returned.size > 0) await parts.schedule.writeStarts(withoutReturned(starts));
    const reached = Math.max(plannedTo ?? input.now, request.planTo ?? input.now);
    const isBehind = reached - (stored ?? -Infinity) >= parts.limits.lateAfterMs;
    const isWrong = stored !== plannedTo;
    if (done.recorded || isSpecial || cursor.underway !== undefined || isBehind || isWrong)
      await parts.schedule.writeCursor({ plannedTo: isoOf(reached) });
    const gone = Array.from(starts.gone.values());
    return {
      wakeAt: earliest([plan.wakeAt, ...gone]),
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
  parts: Omit<TickParts, 'history' | 'calendar' | 'limits' | 'pauses'>,
  now: number,
): Promise<FinishedStarts> {
  return parts.exclusively(async () => {
    const { underway } = await parts.schedule.readCursor();
    const first = await finishStarts(parts, underway?.starts ?? [], now);
    const from = new Date(now - LOOK_BACK_MS).toISOString();
    const { records } = await parts.slots.list({ states: ['started'], from });
    const starts = records.flatMap(({ routine, slot, state }) =>
      state.kind === 'started' ? [{ routine, key: slot.key, runId: state.runId }] : [],
    );
    const second = await finishStarts(parts, starts, now);
    return {
      started: [...first.started, ...second.started],
      problems: [...first.problems, ...second.problems],
    };
  });
}

interface Loaded {
  readonly plannedTo: number | null;
  readonly starts: ReconciledStarts;
  readonly catchUpTo: number | null;
  readonly finished: boolean;
}

async function requestOf(
  parts: TickParts,
  { routines, now, lastStartAt }: TickInput,
  { plannedTo, starts, catchUpTo, finished }: Loaded,
): Promise<PlanRequest> {
  const [open, live, pauses, history] = await Promise.all([
    parts.slots.listOpen(),
    parts.starter.live(),
    parts.pauses.list(),
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
  return {
    now,
    plannedTo,
    calendar: parts.calendar,
    routines: planned,
    open: open.filter(({ routine }) => !starts.gone.has(routine)),
    live,
    limits: parts.limits,
    lastStartAt: finished ? now : lastStartAt === undefined ? newestStart(history) : lastStartAt,
    ...(catchUpTo === null ? {} : { planTo: catchUpTo }),
  };
}

function newestStart(history: Awaited<ReturnType<TickParts['history']['of']>>): number | null {
  let newest: number | null = null;
  for (const { lastStartAt } of history.values())
    if (lastStartAt !== null) newest = Math.max(newest ?? lastStartAt, lastStartAt);
  return newest;
}

/** A catch-up that was cut off is planned to the same end, so that what it counts together stays the same. */
function catchUpOf({ plannedTo, underway }: ScheduleCursor, now: number): number | null {
  const to = underway?.catchUpTo ?? null;
  if (to === null) return null;
  const end = Date.parse(to);
  return soundCursor(end, now) === end && (plannedTo === null || to > plannedTo) ? end : null;
}

/**
 * A crash may have left records after the cursor. What has one already is no reason for a start, nor in the way of
 * another slot; so before a slot without a record is started, it is looked up.
 */
async function planAgainstTaken(parts: TickParts, request: PlanRequest): Promise<Plan> {
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
    if (taken.size === before) return plan;
  }
}

function underwayOf(
  parts: TickParts,
  { decisions }: Plan,
  request: PlanRequest,
): Required<ScheduleCursor>['underway'] {
  const counted = decisions.some(
    (decision) => decision.kind === 'record' && decision.record.covers !== null,
  );
  return {
    catchUpTo: counted ? isoOf(request.planTo ?? request.now) : null,
    starts: decisions.flatMap((decision) =>
      decision.kind === 'start'
        ? [
            {
              routine: decision.record.routine,
              key: decision.record.slot.key,
              runId: parts.starter.newRunId(),
            },
          ]
        : [],
    ),
  };
}

function earliest(instants: readonly (number | null)[]): number | null {
  return instants.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null);
}

function isoOf(instant: number): string;
function isoOf(instant: number | null): string | null;
function isoOf(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
