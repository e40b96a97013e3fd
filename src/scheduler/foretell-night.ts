/**
 * What the coming hours would bring, by the plan itself: the real `planTick` on a clock of paper, with runs that take as
 * long as they usually do and go well. Pure; nothing is started or recorded.
 */
import type { RoutineId, RunId } from '../words/ids.ts';
import type { Pause } from '../words/scheduled-routine.ts';
import { isFinal, type SlotRecord, type SlotState, newSlotRecord } from '../words/slot.ts';
import type { LiveRun } from './admission.ts';
import type { Calendar, Decision, PlanLimits, PlannedRoutine } from './contract.ts';
import { eventKey } from './events/record-slots.ts';
import { planTick } from './plan/plan-tick.ts';

export interface NightRequest {
  /** The night is [from, to]; ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** How far slots have been planned when it begins; what came due since is made up for at once. */
  readonly plannedTo: number | null;
  readonly calendar: Calendar;
  readonly limits: PlanLimits;
  readonly routines: ReadonlyMap<RoutineId, PlannedRoutine>;
  readonly open: readonly SlotRecord[];
  readonly live: readonly ExpectedRun[];
  /** How long a run takes, ms. */
  readonly durationOf: (routine: RoutineId) => number;
  readonly newRunId: () => RunId;
}

/** A run that continues, and when it will probably have ended. */
export interface ExpectedRun extends LiveRun {
  readonly endsAt: number;
}

interface ForetoldSlot {
  /** As its record would say in the end. */
  readonly record: SlotRecord;
  /** ms since 1970; `null`: no run in the time that was looked at. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

export interface Night {
  /** By their nominal instants. */
  readonly slots: readonly ForetoldSlot[];
  /** Runs that would be ended for a newer slot. */
  readonly stopped: readonly { readonly routine: RoutineId; readonly at: number }[];
  readonly pauses: readonly Pause[];
  /** Only so many slots are foretold; the night goes on after them. */
  readonly cutOffAt: number | null;
}

const MAX_SLOTS = 20_000;
const MAX_TICKS = 100_000;

export function foretellNight(request: NightRequest): Night {
  const night = new PaperNight(request);
  let now: number | null = request.from;
  for (let ticks = 0; now !== null; ticks += 1) {
    if (ticks === MAX_TICKS || night.size >= MAX_SLOTS) return night.outcome(now);
    const next = night.tick(now);
    now = next === null || next > request.to ? null : next;
  }
  return night.outcome(null);
}

class PaperNight {
  readonly #request: NightRequest;
  readonly #routines: Map<RoutineId, PlannedRoutine>;
  readonly #slots = new Map<string, ForetoldSlot>();
  readonly #open = new Map<string, SlotRecord>();
  readonly #stopped: { routine: RoutineId; at: number }[] = [];
  readonly #pauses: Pause[] = [];
  #live: readonly ExpectedRun[];
  #plannedTo: number | null;
  #lastStartAt: number | null = null;

  constructor(request: NightRequest) {
    this.#request = request;
    this.#routines = new Map(request.routines);
    this.#live = request.live;
    this.#plannedTo = request.plannedTo;
    for (const record of request.open) this.#put(record);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Gives when something changes next. */
  tick(now: number): number | null {
    this.#endRuns(now);
    const { calendar, limits } = this.#request;
    const plan = planTick({
      now,
      plannedTo: this.#plannedTo,
      calendar,
      limits,
      routines: this.#routines,
      open: [...this.#open.values()].toSorted(byDue),
      live: this.#live,
      lastStartAt: this.#lastStartAt,
    });
    for (const decision of plan.decisions) this.#carryOut(decision, now);
    // A daemon looks every few minutes, also when nothing is due: it never takes a quiet hour for downtime.
    const ends = this.#live.map(({ endsAt }) => endsAt);
    const times = plan.wakeAt === null ? ends : [plan.wakeAt, ...ends];
    const next = times.length === 0 ? null : Math.max(now + 1, Math.min(...times));
    this.#plannedTo = next === null ? now : Math.max(now, next - 1);
    return next;
  }

  outcome(cutOffAt: number | null): Night {
    return {
      slots: [...this.#slots.values()].toSorted(byInstant),
      stopped: this.#stopped,
      pauses: this.#pauses,
      cutOffAt,
    };
  }

  #endRuns(now: number): void {
    const ended = this.#live.filter(({ endsAt }) => endsAt <= now);
    this.#live = this.#live.filter(({ endsAt }) => endsAt > now);
    for (const run of ended) {
      for (const record of chainedSlots(run, this.#routines, now)) {
        if (!this.#slots.has(nameOf(record))) this.#put(record);
      }
    }
  }

  #carryOut(decision: Decision, now: number): void {
    switch (decision.kind) {
      case 'record':
        this.#put(decision.record);
        break;
      case 'move':
        this.#put({ ...decision.record, state: decision.to });
        break;
      case 'start':
        this.#start(decision.record, now);
        break;
      case 'stop':
        this.#stopped.push({ routine: decision.routine, at: now });
        this.#live = this.#live.map((run) =>
          run.id === decision.run ? { ...run, endsAt: now + 1 } : run,
        );
        break;
      case 'pause': {
        const { pause } = decision;
        const planned = this.#routines.get(pause.routine);
        this.#pauses.push(pause);
        if (planned !== undefined) this.#routines.set(pause.routine, { ...planned, pause });
        break;
      }
    }
  }

  #start(record: SlotRecord, now: number): void {
    const { durationOf, newRunId } = this.#request;
    const { routine } = record;
    const id = newRunId();
    const endsAt = now + Math.max(1, Math.round(durationOf(routine)));
    const planned = this.#routines.get(routine);
    const policy = planned?.routine.policy ?? { touches: [], concurrency: null };
    this.#live = [...this.#live, { id, routine, policy, endsAt }];
    this.#lastStartAt = now;
    if (planned !== undefined) {
      this.#routines.set(routine, { ...planned, lastStartAt: now, failures: 0 });
    }
    const state: SlotState = { kind: 'started', runId: id };
    this.#slots.set(nameOf(record), { record: { ...record, state }, startsAt: now, endsAt });
    this.#open.delete(nameOf(record));
  }

  #put(record: SlotRecord): void {
    const name = nameOf(record);
    this.#slots.set(name, { record, startsAt: null, endsAt: null });
    if (isFinal(record.state)) this.#open.delete(name);
    else this.#open.set(name, record);
  }
}

function nameOf({ routine, slot }: SlotRecord): string {
  return `${routine} ${slot.key}`;
}

function byDue(a: SlotRecord, b: SlotRecord): number {
  return a.slot.scheduledFor < b.slot.scheduledFor ? -1 : 1;
}

function byInstant({ record: a }: ForetoldSlot, { record: b }: ForetoldSlot): number {
  const [one, other] = [a.slot.scheduledFor, b.slot.scheduledFor];
  if (one !== other) return one < other ? -1 : 1;
  return a.routine < b.routine ? -1 : 1;
}

/** What a run that went well makes due: routines with `on.routine`. Pure. */
function chainedSlots(
  run: LiveRun,
  routines: ReadonlyMap<RoutineId, PlannedRoutine>,
  now: number,
): readonly SlotRecord[] {
  return [...routines.values()].flatMap(({ routine }) => {
    const listens = routine.triggers.some(
      (trigger) =>
        trigger.kind === 'routine' &&
        trigger.completed.includes(run.routine) &&
        trigger.outcome.some((outcome) => outcome !== 'failed'),
    );
    return listens && routine.enabled ? [recordFor(routine, run, now)] : [];
  });
}

function recordFor(
  { id, definition }: PlannedRoutine['routine'],
  run: LiveRun,
  now: number,
): SlotRecord {
  const at = new Date(now).toISOString();
  return newSlotRecord({
    routine: id,
    slot: { key: eventKey('routine', run.id), scheduledFor: at, trigger: 'routine' },
    definition,
    recordedAt: at,
    event: {
      kind: 'routine',
      id: run.id,
      summary: `${run.routine} succeeded`,
      payload: null,
      deployment: null,
    },
  });
}
