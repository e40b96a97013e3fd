/** Slots, schedule and pauses in memory, which may be cut off at any of their operations, before, amid or after it. */
import type {
  PauseStore,
  ScheduleCursor,
  ScheduleStart,
  ScheduleStore,
  SlotStore,
} from '../../src/store/ports.ts';
import type { RoutineId, SlotKey } from '../../src/words/ids.ts';
import { isPausedAt, type Pause } from '../../src/words/scheduled-routine.ts';
import { isFinal, type SlotRecord } from '../../src/words/slot.ts';

/** The process died. */
export class CutOff extends Error {}

/** Burns down by one at each operation; everything after it has burnt down is cut off, until it is set again. */
export class Fuse {
  #left = Infinity;
  #dead = false;
  #turn = 0;

  /** @param operations how many still work; the next one is cut off. `null`: never */
  set(operations: number | null): void {
    this.#left = operations ?? Infinity;
    this.#dead = false;
  }

  /** Now. */
  cut(): never {
    this.#dead = true;
    throw new CutOff('cut off');
  }

  /** The share of the work that is done before it is cut off: 1 is all of it, and still nobody hears of it. */
  async run<Result>(work: (share: number) => Result): Promise<Result> {
    await Promise.resolve();
    if (this.#dead) throw new CutOff('dead');
    if (this.#left > 0) {
      this.#left -= 1;
      return work(1);
    }
    this.#dead = true;
    // Before, amid and after take turns, so that neighbouring fuses try all of them.
    this.#turn = (this.#turn + 1) % 3;
    work(this.#turn / 2);
    throw new CutOff('cut off');
  }
}

export interface ScheduleStores {
  readonly slots: SlotStore;
  readonly schedule: ScheduleStore;
  readonly pauses: PauseStore;
  /** Everything recorded, without burning anything. */
  records(): readonly SlotRecord[];
  cursor(): ScheduleCursor;
  starts(): ReadonlyMap<RoutineId, ScheduleStart>;
}

export function scheduleStores(fuse: Fuse = new Fuse()): ScheduleStores {
  const records = new Map<string, SlotRecord>();
  let cursor: ScheduleCursor = { plannedTo: null };
  let starts: ReadonlyMap<RoutineId, ScheduleStart> = new Map();
  return {
    slots: memorySlots(records, fuse),
    schedule: {
      readCursor: () => fuse.run(() => cursor),
      writeCursor: (next) =>
        fuse.run((share) => {
          if (share > 0) cursor = structuredClone(next);
        }),
      readStarts: () => fuse.run(() => starts),
      writeStarts: (next) =>
        fuse.run((share) => {
          if (share > 0) starts = new Map(next);
        }),
      listSetAside: async () => [],
    },
    pauses: memoryPauses(fuse),
    records: () => [...records.values()],
    cursor: () => cursor,
    starts: () => starts,
  };
}

function memorySlots(records: Map<string, SlotRecord>, fuse: Fuse): SlotStore {
  /** Names of those that are final for long. */
  const folded = new Set<string>();
  const nameOf = (routine: RoutineId, key: SlotKey): string => `${routine} ${key}`;
  const create = (record: SlotRecord): boolean => {
    const name = nameOf(record.routine, record.slot.key);
    if (records.has(name)) return false;
    records.set(name, structuredClone(record));
    return true;
  };
  const replace = (record: SlotRecord): void => {
    const name = nameOf(record.routine, record.slot.key);
    const before = records.get(name);
    if (before === undefined) throw new TypeError(`${name} was never created`);
    if (isFinal(before.state) && before.state.kind !== 'started')
      throw new TypeError(`${name} is ${before.state.kind} for good`);
    folded.delete(name);
    records.set(name, structuredClone(record));
  };
  /** Every other one first, so that a part of them is not a beginning. */
  const someOf = (list: readonly SlotRecord[], share: number): readonly SlotRecord[] =>
    share === 1 ? list : share === 0 ? [] : list.filter((_, at) => at % 2 === 1);
  return {
    create: (record) => fuse.run((share) => share > 0 && create(record)),
    createAll: (list) => fuse.run((share) => someOf(list, share).map(create)),
    read: (routine, key) => fuse.run(() => records.get(nameOf(routine, key)) ?? null),
    updateAll: (list) => fuse.run((share) => someOf(list, share).forEach(replace)),
    listOpen: () =>
      fuse.run(() => [...records.values()].filter(({ state }) => !isFinal(state)).toSorted(bySlot)),
    list: ({ routine, from, to, states, limit } = {}) =>
      fuse.run(() => ({
        records: [...records.values()]
          .filter(
            (record) =>
              (routine === undefined || record.routine === routine) &&
              (from === undefined || record.slot.scheduledFor >= from) &&
              (to === undefined || record.slot.scheduledFor < to) &&
              (states === undefined || states.includes(record.state.kind)),
          )
          .toSorted((a, b) => bySlot(b, a))
          .slice(0, limit),
        corrupt: [],
      })),
    fold: ({ before, dropBefore, most = Infinity }) =>
      fuse.run(() => {
        const old = [...records].filter(
          ([name, { state, changedAt }]) =>
            isFinal(state) && !folded.has(name) && changedAt < before.toISOString(),
        );
        for (const [name] of old.slice(0, most)) folded.add(name);
        const dropped = new Set<string>();
        for (const name of folded) {
          const month = records.get(name)?.slot.scheduledFor.slice(0, 7) ?? '';
          if (endOf(month) > dropBefore.getTime()) continue;
          dropped.add(month);
          folded.delete(name);
          records.delete(name);
        }
        const isMore = old.length > most;
        return {
          folded: Math.min(old.length, most),
          more: isMore,
          dropped: [...dropped].toSorted(),
        };
      }),
  };
}

/** Of a month, `2025-10`: the first instant after it. */
function endOf(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
}

function bySlot(a: SlotRecord, b: SlotRecord): number {
  return a.slot.scheduledFor < b.slot.scheduledFor ? -1 : 1;
}

function memoryPauses(fuse: Fuse): PauseStore {
  const pauses = new Map<RoutineId, Pause>();
  const resumed = new Map<RoutineId, string>();
  return {
    list: (at) => fuse.run(() => [...pauses.values()].filter((pause) => isPausedAt(pause, at))),
    write: (pause) =>
      fuse.run((share) => {
        if (share > 0) pauses.set(pause.routine, pause);
      }),
    remove: (routine, at) =>
      fuse.run(() => {
        const pause = pauses.get(routine);
        if (pause === undefined || !isPausedAt(pause, at)) return false;
        pauses.delete(routine);
        resumed.set(routine, at);
        return true;
      }),
    listResumed: (at) =>
      fuse.run(() => {
        const over = [...pauses.values()].flatMap(({ routine, until }) =>
          typeof until === 'string' && until <= at ? [[routine, until] as const] : [],
        );
        return new Map([...resumed, ...over]);
      }),
  };
}
