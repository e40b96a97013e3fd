/** What must hold of the ledger, whatever happened: reckoned here by other means than the plan's. */
import { globsMeet } from '../../src/scheduler/globs-meet.ts';
import type { ScheduleStart } from '../../src/store/ports.ts';
import type { RoutineId } from '../../src/words/ids.ts';
import type { ScheduledRoutine } from '../../src/words/scheduled-routine.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import type { TickWorld } from '../kit/tick-world.ts';

/** A stretch of time in which one schedule counted. */
interface Epoch {
  readonly start: ScheduleStart;
  readonly routine: ScheduledRoutine;
  readonly from: number;
}

/** Follows a world from one operation to the next. */
export class Accounts {
  readonly violations: string[] = [];
  readonly #world: TickWorld;
  readonly #epochs = new Map<RoutineId, Epoch>();
  readonly #seen = new Set<string>();
  #cursor: number | null = null;
  #latest = -Infinity;

  constructor(world: TickWorld) {
    this.#world = world;
  }

  /** After each operation that may have changed the stores. */
  look(): void {
    const { stores, routines, now } = this.#world;
    this.#latest = Math.max(this.#latest, now);
    const starts = stores.starts();
    for (const [id, epoch] of this.#epochs) {
      const start = starts.get(id);
      if (start?.since === epoch.start.since && start.schedule === epoch.start.schedule) {
        this.#epochs.set(id, { ...epoch, start });
        continue;
      }
      this.#close(epoch);
      this.#epochs.delete(id);
    }
    for (const [id, start] of starts) {
      const routine = routines.find((one) => one.id === id);
      if (this.#epochs.has(id) || routine === undefined) continue;
      const since = Date.parse(start.since);
      this.#epochs.set(id, { start, routine, from: Math.max(since, this.#cursor ?? since) });
    }
    const { plannedTo } = stores.cursor();
    this.#cursor = plannedTo === null ? null : Date.parse(plannedTo);
    this.#inspectNew();
  }

  /** Everything that is open to be checked now. */
  closeAll(): void {
    for (const epoch of this.#epochs.values()) this.#close(epoch);
    const byRun = new Map(this.#world.runs.map((run) => [run.id, run]));
    const slots = this.#world.runs.map(({ record }) => `${record.routine} ${record.slot.key}`);
    if (new Set(slots).size !== slots.length) this.violations.push('a slot ran twice');
    for (const record of this.#world.stores.records()) {
      const name = `${record.routine} ${record.slot.key}`;
      if (record.state.kind === 'due' || record.state.kind === 'queued')
        this.violations.push(`${name} is ${record.state.kind} in the end`);
      if (record.state.kind === 'started' && !byRun.has(record.state.runId))
        this.violations.push(`${name} started, and there is no run`);
    }
    for (const { record } of this.#world.runs) {
      const stored = this.#find(record);
      if (stored?.state.kind !== 'started')
        this.violations.push(`${record.slot.key} ran and is ${String(stored?.state.kind)}`);
    }
  }

  #find({ routine, slot }: SlotRecord): SlotRecord | undefined {
    return this.#world.stores
      .records()
      .find((record) => record.routine === routine && record.slot.key === slot.key);
  }

  /** Each instant of the schedule up to where planning has come is in exactly one record. */
  #close({ start, routine, from }: Epoch): void {
    const { gone, behind } = start;
    const own = gone === undefined ? behind : gone.plannedTo;
    const to = own === undefined ? this.#cursor : own === null ? null : Date.parse(own);
    if (to === null || to <= from) return;
    const records = this.#world.stores
      .records()
      .filter((one) => one.routine === routine.id && one.slot.key.startsWith('at:'));
    const alone = new Map<number, number>();
    for (const { slot, covers } of records) {
      const at = Date.parse(slot.scheduledFor);
      if (covers === null) alone.set(at, (alone.get(at) ?? 0) + 1);
    }
    const ranges = records.flatMap(({ covers }) =>
      covers === null ? [] : [{ from: Date.parse(covers.from), to: Date.parse(covers.to) }],
    );
    for (const at of this.#instants(routine, from, to)) {
      const within = ranges.filter((range) => range.from <= at && at <= range.to).length;
      const count = within + (alone.get(at) ?? 0);
      if (count !== 1)
        this.violations.push(`${routine.id} at ${new Date(at).toISOString()} has ${count} records`);
    }
  }

  #inspectNew(): void {
    for (const record of this.#world.stores.records()) {
      const name = `${record.routine} ${record.slot.key}`;
      if (this.#seen.has(name)) continue;
      this.#seen.add(name);
      if (!record.slot.key.startsWith('at:')) continue;
      const at = Date.parse(record.slot.scheduledFor);
      const epoch = this.#epochs.get(record.routine);
      if (at > this.#latest) this.violations.push(`${name} was not due yet`);
      if (epoch === undefined) this.violations.push(`${name} of a routine that does not count`);
      else if (at <= epoch.from) this.violations.push(`${name} reaches back`);
      if (record.covers === null || epoch === undefined) continue;
      const { from, to, count } = record.covers;
      const counted = this.#instants(epoch.routine, Date.parse(from) - 1, Date.parse(to)).length;
      if (counted !== count)
        this.violations.push(`${name} says that it covers ${count}, and there are ${counted}`);
    }
  }

  #instants(routine: ScheduledRoutine, from: number, to: number): readonly number[] {
    const { until } = routine.policy;
    const end = until === null ? to : Math.min(to, Date.parse(until));
    const all = routine.triggers.flatMap((trigger) => {
      if (trigger.kind !== 'schedule') return [];
      const range = { from, to: end, keep: 1_000_000 };
      return this.#world.parts.calendar.between(trigger, range).instants;
    });
    return [...new Set(all)];
  }
}

/** What a start breaks; empty when it may start. */
export function brokenByStart(record: SlotRecord, world: TickWorld): readonly string[] {
  const routine = world.routines.find(({ id }) => id === record.routine);
  if (record.anyway || routine === undefined) return [];
  const { policy } = routine;
  const live = world.live();
  const broken: string[] = [];
  const name = `${record.routine} ${record.slot.key}`;
  if (policy.overlap !== 'allow-all' && live.some((run) => run.record.routine === record.routine))
    broken.push(`${name} starts beside a run of its own`);
  const { concurrency, touches } = policy;
  const group = live.filter(
    (run) => run.routine.policy.concurrency?.group === concurrency?.group && concurrency !== null,
  );
  if (concurrency !== null && group.length >= concurrency.max)
    broken.push(`${name} is one too many in its group`);
  for (const run of live) {
    if (run.routine.id === record.routine) continue;
    if (touches.some((one) => run.routine.policy.touches.some((other) => globsMeet(one, other))))
      broken.push(`${name} touches what ${run.routine.id} touches`);
  }
  if (live.length >= world.parts.limits.maxRunning) broken.push(`${name} is one too many`);
  return broken;
}
