/**
 * What a tick does, decided from everything that bears on it. Pure: the same request gives the same plan.
 *
 * **Invariant:** every slot in (plannedTo, now] of an active routine gets a record, alone or within one that covers it,
 * and every open slot either ends, starts, or waits for something that is named in its record.
 */
import type { RoutineId } from '../../words/ids.ts';
import type { SlotRecord } from '../../words/slot.ts';
import type { LiveRun } from '../admission.ts';
import type { Decision, Plan, PlanRequest } from '../contract.ts';
import { DueReckoner, NOTHING_DUE } from './due-slots.ts';
import { planRoutine, type RoutinePlan } from './plan-routine.ts';
import type { PlanSlot } from './plan-slot.ts';
import { planStarts } from './start-queue.ts';

/** A clock that was ahead by more than this was wrong: what it said of the future does not silence us. */
export const CLOCK_WRONG_AFTER_MS = 86_400_000;
/** Ticks come at least every five minutes; this many times `lateAfterMs` without one is downtime. */
const DOWN_AFTER = 10;
/** Reasons of slots that wait on are told again for this many a tick, so that a long queue is not rewritten. */
const REASONS_A_TICK = 20;

export function planTick(request: PlanRequest): Plan {
  const { now, limits } = request;
  const plannedTo = soundCursor(request.plannedTo, now);
  const to = request.planTo ?? now;
  const afterDowntime = plannedTo !== null && now - plannedTo > DOWN_AFTER * limits.lateAfterMs;
  const nowText = new Date(now).toISOString();
  const frame = {
    now,
    nowText,
    lateAfterMs: limits.lateAfterMs,
    afterDowntime,
    taken: request.taken,
  };
  const open = groupByRoutine(request.open);
  const live = groupByRoutine<LiveRun>(request.live);
  const plans: RoutinePlan[] = [];
  const reckoner = new DueReckoner(request.calendar, { to, cap: limits.cap });
  let wakeAt: number | null = to < now ? now : null;
  for (const [id, planned] of request.routines) {
    const { enabled, policy } = planned.routine;
    const from = planned.plannedTo === undefined ? plannedTo : planned.plannedTo;
    const due = enabled ? reckoner.dueOf(planned, from) : NOTHING_DUE;
    wakeAt = earlier(wakeAt, due.next);
    const waiting = open.get(id) ?? [];
    const isIdle = due.instants.length === 0 && waiting.length === 0;
    if (isIdle && (policy.pauseAfterFailures ?? planned.failures + 1) > planned.failures) continue;
    plans.push(
      planRoutine({ id, planned, policy, due, open: waiting, live: live.get(id) ?? [] }, frame),
    );
  }
  for (const [id, waiting] of open) {
    if (request.routines.has(id)) continue;
    const policy = request.pinned?.get(id);
    const slots = { id, planned: null, due: NOTHING_DUE, open: waiting, live: live.get(id) ?? [] };
    plans.push(planRoutine({ ...slots, policy }, frame));
  }
  return assemble(plans, request, { wakeAt, hold: to < now });
}

/** How far planning has come, unless a clock that was wrong said it. */
export function soundCursor(plannedTo: number | null, now: number): number | null {
  return plannedTo !== null && plannedTo - now > CLOCK_WRONG_AFTER_MS ? now : plannedTo;
}

function assemble(
  plans: readonly RoutinePlan[],
  request: PlanRequest,
  { wakeAt, hold }: { readonly wakeAt: number | null; readonly hold: boolean },
): Plan {
  const anyway = hold ? [] : plans.flatMap((plan) => plan.anyway);
  const anywayRuns = plans.flatMap(({ id, policy, anyway: slots }) =>
    hold ? [] : slots.map(() => ({ id: null, routine: id, policy })),
  );
  const queue = planStarts({
    routines: plans,
    live: [...request.live, ...anywayRuns],
    limits: request.limits,
    now: request.now,
    lastStartAt: request.lastStartAt,
    hold,
  });
  const decisions: Decision[] = plans.flatMap((plan) => plan.decisions);
  let rewrites = REASONS_A_TICK;
  for (const wait of [...queue.waits, ...plans.flatMap((plan) => plan.keep)]) {
    const decision = waitDecision(wait.slot, wait.reason, rewrites > 0);
    if (decision === null) continue;
    if (wait.slot.created && wait.slot.record.state.kind === 'queued') rewrites -= 1;
    decisions.push(decision);
  }
  for (const { record, created } of [...anyway, ...queue.starts])
    decisions.push({ kind: 'start', record, created });
  const wakes = plans.map((plan) => plan.wakeAt);
  return { decisions, wakeAt: [queue.wakeAt, ...wakes].reduce(earlier, wakeAt) };
}

/** `null` when its record says enough already. */
function waitDecision(slot: PlanSlot, reason: string, mayReword: boolean): Decision | null {
  const { record, created } = slot;
  const to = { kind: 'queued', reason } as const;
  if (!created) return { kind: 'record', record: { ...record, state: to } };
  if (record.state.kind !== 'queued') return { kind: 'move', record, to };
  return mayReword && record.state.reason !== reason ? { kind: 'move', record, to } : null;
}

function groupByRoutine<Of extends SlotRecord | LiveRun>(
  list: readonly Of[],
): ReadonlyMap<RoutineId, readonly Of[]> {
  const groups = new Map<RoutineId, Of[]>();
  for (const one of list) {
    const group = groups.get(one.routine);
    if (group === undefined) groups.set(one.routine, [one]);
    else group.push(one);
  }
  return groups;
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}
