/**
 * What a tick does, decided from everything that bears on it. Pure: the same request gives the same plan.
 *
 * **Invariant:** every slot in (plannedTo, now] of an active routine gets a record, alone or within one that covers it,
 * and every open slot either ends, starts, or waits for something that is named in its record.
 */
import type { RoutineId, RunId } from '../../words/ids.ts';
import type { Policy } from '../../words/policy.ts';
import type { SlotRecord } from '../../words/slot.ts';
import {
  type Candidate,
  decideAdmission,
  isAtWork,
  type LiveRun,
  policyInForce,
} from '../admission.ts';
import type { Decision, Plan, PlanLimits, PlanRequest } from '../contract.ts';
import { firstMeeting } from '../globs-meet.ts';
import { DueReckoner, NOTHING_DUE } from './due-slots.ts';
import { planRoutine, type RoutinePlan } from './plan-routine.ts';
import type { PlanSlot } from './plan-slot.ts';
import { formatWait } from './slot-words.ts';

// Which slots start now: places, groups and touched files go to the routine with the fewest live runs first, then to
// the slot that waited longest, then by id, so a routine with a hundred slots starves no other routine. Pure.

interface QueuedRoutine {
  readonly id: RoutineId;
  readonly policy: Policy;
  /** In the order in which they start. */
  readonly start: readonly PlanSlot[];
}

interface StartRequest {
  readonly routines: readonly QueuedRoutine[];
  readonly live: readonly LiveRun<RunId | null>[];
  readonly limits: Pick<PlanLimits, 'maxRunning' | 'staggerMs'>;
  readonly now: number;
  readonly lastStartAt: number | null;
  /** Nothing starts in this tick. */
  readonly hold: boolean;
}

interface StartPlan {
  readonly starts: readonly PlanSlot[];
  readonly waits: readonly { readonly slot: PlanSlot; readonly reason: string }[];
  /** When time alone lets the next one start. */
  readonly wakeAt: number | null;
}

function planStarts(request: StartRequest): StartPlan {
  return new StartQueue(request).plan();
}

type Running = LiveRun<RunId | null>;

interface Entry {
  readonly routine: QueuedRoutine;
  /** Of `routine.start`, the next one to look at. */
  readonly at: number;
  readonly since: string;
}

class StartQueue {
  readonly #request: StartRequest;
  readonly #running: Running[];
  readonly #starts: PlanSlot[] = [];
  readonly #waits: { slot: PlanSlot; reason: string }[] = [];
  /** Heads that wait for files: no slot behind them takes those files in between. */
  readonly #reserved: Running[] = [];
  /** When the next start is allowed; `null` while one is allowed now. */
  #nextStartAt: number | null;
  #wakeAt: number | null = null;

  constructor(request: StartRequest) {
    this.#request = request;
    this.#running = [...request.live];
    const { now, lastStartAt, limits } = request;
    const next = lastStartAt === null || lastStartAt > now ? now : lastStartAt + limits.staggerMs;
    this.#nextStartAt = next > now ? next : null;
  }

  plan(): StartPlan {
    const levels = this.#byLiveRuns();
    for (let level = 0; level < levels.length; level += 1) {
      for (const entry of (levels[level] ?? []).toSorted(byWait)) {
        const started = this.#offer(entry);
        const next = started ? entryAt(entry.routine, entry.at + 1) : null;
        if (next !== null) (levels[level + 1] ??= []).push(next);
        if (!started) this.#waitForAll(entry);
      }
    }
    return { starts: this.#starts, waits: this.#waits, wakeAt: this.#wakeAt };
  }

  #byLiveRuns(): Entry[][] {
    const counts = new Map<RoutineId, number>();
    for (const run of this.#request.live)
      counts.set(run.routine, (counts.get(run.routine) ?? 0) + 1);
    const levels: Entry[][] = [];
    for (const routine of this.#request.routines) {
      const entry = entryAt(routine, 0);
      if (entry === null) continue;
      const level = counts.get(routine.id) ?? 0;
      for (let at = levels.length; at <= level; at += 1) levels[at] = [];
      levels[level]?.push(entry);
    }
    return levels;
  }

  #reason = '';

  /** False with `#reason` when it has to wait. */
  #offer({ routine, at }: Entry): boolean {
    const { limits, hold, now } = this.#request;
    const slot = routine.start[at];
    if (slot === undefined) return false;
    const atWork = this.#running.filter(isAtWork).length;
    if (atWork >= limits.maxRunning) {
      this.#reason = `waits for a place: ${atWork} of ${limits.maxRunning} runs continue`;
      return false;
    }
    // Once one is known to wait for the next start, all behind it do.
    if (this.#wakeAt !== null || hold) {
      this.#reason = 'waits for its turn';
      return false;
    }
    const candidate = {
      routine: routine.id,
      ...policyInForce(routine.policy, slot.record.touches),
    };
    const barrier = this.#barrier(candidate);
    if (barrier !== null) {
      this.#reason = barrier;
      return false;
    }
    if (this.#nextStartAt !== null) {
      this.#wakeAt = this.#nextStartAt;
      this.#reason = 'waits for its turn';
      return false;
    }
    this.#starts.push(slot);
    this.#running.push({ id: null, ...candidate });
    if (limits.staggerMs > 0) this.#nextStartAt = now + limits.staggerMs;
    return true;
  }

  #barrier(candidate: Candidate): string | null {
    const decision = decideAdmission(candidate, this.#running);
    if (decision.kind === 'touches') this.#reserved.push({ id: null, ...candidate });
    if (decision.kind !== 'admit') return formatWait(decision, candidate.routine);
    const before = this.#reserved.find(
      (other) =>
        other.routine !== candidate.routine &&
        firstMeeting(candidate.policy.touches, other.policy.touches) !== null,
    );
    return before === undefined
      ? null
      : `waits behind ${before.routine}, which touches the same files`;
  }

  /** What is left of the routine waits for the same. */
  #waitForAll({ routine, at }: Entry): void {
    for (const slot of routine.start.slice(at)) this.#waits.push({ slot, reason: this.#reason });
  }
}

function entryAt(routine: QueuedRoutine, at: number): Entry | null {
  const slot = routine.start[at];
  return slot === undefined ? null : { routine, at, since: slot.record.slot.scheduledFor };
}

function byWait(a: Entry, b: Entry): number {
  if (a.since !== b.since) return a.since < b.since ? -1 : 1;
  return a.routine.id < b.routine.id ? -1 : 1;
}

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
