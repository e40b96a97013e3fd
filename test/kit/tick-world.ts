/** A machine to tick on: a clock that is set by hand, runs that end when told to, and stores that may be cut off. */
import type { LiveRun } from '../../src/scheduler/admission.ts';
import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import type { PlanLimits, TickParts } from '../../src/scheduler/contract.ts';
import { recoverStarts, runTick, type TickOutcome } from '../../src/scheduler/tick.ts';
import type { StoredDefinition } from '../../src/store/definition-ports.ts';
import { isRunId, isSlotKey, type RoutineId, type RunId } from '../../src/words/ids.ts';
import type { ScheduledRoutine } from '../../src/words/scheduled-routine.ts';
import { newSlotRecord, type SlotRecord } from '../../src/words/slot.ts';
import { EASY, openSlot } from './plan.ts';
import { routineNamed } from './routine.ts';
import { CutOff, Fuse, scheduleStores, type ScheduleStores } from './schedule-stores.ts';

export interface WorldRun {
  readonly id: RunId;
  readonly record: SlotRecord;
  readonly routine: ScheduledRoutine;
  readonly startedAt: number;
  endedWell: boolean | null;
}

export interface WorldOptions {
  readonly now: string;
  readonly limits?: Partial<PlanLimits>;
  /** Throws when the run is not to be made. */
  readonly beforeStart?: (record: SlotRecord, world: TickWorld) => void;
}

export class TickWorld {
  readonly fuse = new Fuse();
  readonly stores: ScheduleStores = scheduleStores(this.fuse);
  readonly runs: WorldRun[] = [];
  readonly stops: string[] = [];
  readonly parts: TickParts;
  now: number;
  routines: readonly ScheduledRoutine[] = [];
  wakeAt: number | null = null;
  #made = 0;
  readonly #known = new Map<RoutineId, ScheduledRoutine>();

  constructor({ now, limits, beforeStart }: WorldOptions) {
    this.now = Date.parse(now);
    const { fuse, stores } = this;
    this.parts = {
      ...stores,
      exclusively: (work) => work(),
      calendar: sharedCalendar(),
      limits: { ...EASY, ...limits },
      definitions: { read: (hash) => fuse.run(() => this.#definition(hash)) },
      history: { of: async () => fuse.run(() => this.#history()) },
      starter: {
        live: () => fuse.run(() => this.live().map(liveOf)),
        newRunId: () => this.#newRunId(),
        has: (run) => fuse.run(() => this.runs.some(({ id }) => id === run)),
        start: ({ runId, record }) =>
          fuse.run((share) => {
            beforeStart?.(record, this);
            if (share > 0) this.#make(runId, record);
          }),
        stop: (run, how) =>
          fuse.run(() => {
            this.stops.push(`${how} ${run.slice(-4)}`);
          }),
      },
    };
  }

  /** `null` when it was cut off. @param operations how many of its operations work; `null`: all */
  async tick(operations: number | null = null): Promise<TickOutcome | null> {
    for (const routine of this.routines) this.#known.set(routine.id, routine);
    this.fuse.set(operations);
    try {
      const { routines, now } = this;
      const outcome = await runTick(this.parts, { routines, now });
      this.wakeAt = outcome.wakeAt;
      return outcome;
    } catch (thrown) {
      if (thrown instanceof CutOff) return null;
      throw thrown;
    } finally {
      this.fuse.set(null);
    }
  }

  async recover(operations: number | null = null): Promise<boolean> {
    this.fuse.set(operations);
    try {
      await recoverStarts(this.parts, this.now);
      return true;
    } catch (thrown) {
      if (thrown instanceof CutOff) return false;
      throw thrown;
    } finally {
      this.fuse.set(null);
    }
  }

  live(): readonly WorldRun[] {
    return this.runs.filter(({ endedWell }) => endedWell === null);
  }

  end(run: WorldRun | undefined, well = true): void {
    if (run !== undefined) run.endedWell = well;
  }

  /** A slot as an event or a person makes one. */
  async put(
    routine: ScheduledRoutine,
    key: string,
    change: Partial<SlotRecord> = {},
  ): Promise<void> {
    if (!isSlotKey(key)) throw new TypeError(key);
    this.#known.set(routine.id, routine);
    const instant = new Date(this.now).toISOString();
    const record = newSlotRecord({
      routine: routine.id,
      slot: { key, scheduledFor: instant, trigger: key.startsWith('event:') ? 'git' : 'manual' },
      recordedAt: instant,
      definition: routine.definition,
      ...change,
    });
    await this.stores.slots.create(record);
  }

  /** As a command does, without a slot of ours. */
  startByHand(routine: ScheduledRoutine): void {
    const record = openSlot(routine, 'manual:by-hand');
    const id = this.#newRunId();
    this.runs.push({ id, record, routine, startedAt: this.now, endedWell: null });
  }

  #definition(hash: string): StoredDefinition | null {
    for (const { id, name, definition, policy } of this.#known.values()) {
      if (definition !== hash) continue;
      const routine = { ...routineNamed(name), id, policy };
      const settings = {
        timezone: 'UTC',
        trackReports: false,
        diskFloorBytes: 0,
        engines: {},
        budget: null,
      };
      return { hash, routine, file: `routines/${id}.yaml`, settings };
    }
    return null;
  }

  #make(id: RunId, record: SlotRecord): void {
    if (this.runs.some((run) => run.id === id)) return;
    const routine = this.#known.get(record.routine);
    if (routine === undefined) throw new TypeError(`nobody knows ${record.routine}`);
    this.runs.push({ id, record, routine, startedAt: this.now, endedWell: null });
  }

  #newRunId(): RunId {
    this.#made += 1;
    const id = `01kakq0000000000000000${String(this.#made).padStart(4, '0')}`;
    if (!isRunId(id)) throw new TypeError(id);
    return id;
  }

  #history(): ReadonlyMap<RoutineId, { lastStartAt: number | null; failures: number }> {
    const facts = new Map<RoutineId, { lastStartAt: number | null; failures: number }>();
    for (const { record, startedAt, endedWell } of this.runs) {
      const before = facts.get(record.routine)?.failures ?? 0;
      const failures = endedWell === true ? 0 : endedWell === false ? before + 1 : before;
      facts.set(record.routine, { lastStartAt: startedAt, failures });
    }
    for (const [routine, resumedAt] of this.resumedAt) {
      const since = this.runs.filter(
        (run) =>
          run.record.routine === routine && run.startedAt > resumedAt && run.endedWell === false,
      );
      const fact = facts.get(routine);
      if (fact !== undefined)
        facts.set(routine, { ...fact, failures: Math.min(fact.failures, since.length) });
    }
    return facts;
  }

  readonly resumedAt = new Map<RoutineId, number>();

  async resume(routine: ScheduledRoutine): Promise<void> {
    this.resumedAt.set(routine.id, this.now);
    await this.stores.pauses.remove(routine.id, new Date(this.now).toISOString());
  }
}

function liveOf({ id, record, routine }: WorldRun): LiveRun {
  return { id, routine: record.routine, policy: routine.policy };
}
