/** What one routine's slots come to, before places are given out. Pure. */
import type { RoutineId } from '../../words/ids.ts';
import { DEFAULT_POLICY, type Policy } from '../../words/policy.ts';
import { isPausedAt, type Pause } from '../../words/scheduled-routine.ts';
import type { EndedSlotState, SlotRecord } from '../../words/slot.ts';
import { inTheWay, type LiveRun } from '../admission.ts';
import type { Decision, PlannedRoutine } from '../contract.ts';
import { fatesOf, isTooOld, tooOld, type DueSlots, jitterOf } from './due-slots.ts';
import { decideOverlap } from './overlap.ts';
import { newRecord, type PlanSlot, isByPerson, isScheduled, takenKey } from './plan-slot.ts';
import {
  cooldownState,
  inactiveState,
  overlapState,
  pausedState,
  waitsFor,
  supersededState,
} from './slot-words.ts';

interface RoutineFrame {
  readonly now: number;
  /** The same as ISO 8601. */
  readonly nowText: string;
  readonly lateAfterMs: number;
  /** No process has looked for a good while: what waited since before that may be too old now. */
  readonly afterDowntime: boolean;
  /** Slots that are known to have ended or started; see `takenKey`. */
  readonly taken: ReadonlySet<string> | undefined;
}

interface RoutineSlots {
  readonly id: RoutineId;
  /** `null`: no longer active. */
  readonly planned: PlannedRoutine | null;
  /** `undefined`: not known any more. */
  readonly policy: Policy | undefined;
  readonly due: DueSlots;
  /** Oldest first. */
  readonly open: readonly SlotRecord[];
  readonly live: readonly LiveRun[];
}

export interface RoutinePlan {
  readonly id: RoutineId;
  readonly policy: Policy;
  readonly live: number;
  /** Ended slots, runs to stop, a pause. */
  readonly decisions: readonly Decision[];
  /** To start as soon as there is a place, in order. */
  readonly start: readonly PlanSlot[];
  /** To start whatever else runs. */
  readonly anyway: readonly PlanSlot[];
  /** To wait for another slot or run of the routine. */
  readonly keep: readonly { readonly slot: PlanSlot; readonly reason: string }[];
  /** When the first slot that waits for its time may start. */
  readonly wakeAt: number | null;
}

export function planRoutine(slots: RoutineSlots, frame: RoutineFrame): RoutinePlan {
  return new RoutinePlanner(slots, frame).plan();
}

class RoutinePlanner {
  readonly #slots: RoutineSlots;
  readonly #frame: RoutineFrame;
  readonly #policy: Policy;
  readonly #decisions: Decision[] = [];
  #wakeAt: number | null = null;

  constructor(slots: RoutineSlots, frame: RoutineFrame) {
    this.#slots = slots;
    this.#frame = frame;
    this.#policy = slots.policy ?? DEFAULT_POLICY;
  }

  plan(): RoutinePlan {
    const { id, planned, live } = this.#slots;
    const pause = planned === null ? null : this.#pauseOf(planned);
    const fresh = this.#freshSlots(pause);
    const open = this.#openSlots(pause, fresh);
    const ready = this.#readyOnes([...open, ...fresh].toSorted(bySchedule));
    const anyway = ready.filter(({ record }) => record.anyway);
    const outcome = decideOverlap(
      ready.filter(({ record }) => !record.anyway),
      { overlap: this.#policy.overlap, running: live.length > 0 },
    );
    const running = inTheWay(live);
    for (const { slot, why } of outcome.skipped) this.#end(slot, overlapState(why, id, running));
    for (const { slot, by } of outcome.superseded) this.#end(slot, supersededState(by.record));
    if (outcome.stop !== null) {
      const { how, forSlot } = outcome.stop;
      for (const run of live) {
        const forKey = forSlot.record.slot.key;
        this.#decisions.push({ kind: 'stop', run: run.id, how, routine: id, forSlot: forKey });
      }
    }
    const [head] = outcome.start;
    const reason =
      running === null
        ? `waits for ${head?.record.slot.key ?? 'the slot'} before it`
        : waitsFor(id, running.id, running.rest);
    return {
      id,
      policy: this.#policy,
      live: live.length,
      decisions: this.#decisions,
      start: outcome.start,
      anyway,
      keep: outcome.keep.map((slot) => ({ slot, reason })),
      wakeAt: this.#wakeAt,
    };
  }

  /** A pause that is over still holds for slots that came due in it. */
  #pauseOf(planned: PlannedRoutine): Pause | null {
    const { pause } = planned;
    if (pause !== null && isPausedAt(pause, this.#frame.nowText)) return pause;
    return this.#pauseAfterFailures(planned) ?? pause;
  }

  #pauseAfterFailures({ routine, failures }: PlannedRoutine): Pause | null {
    const most = routine.policy.pauseAfterFailures;
    if (!routine.enabled || most === null || failures < most) return null;
    const pause = {
      routine: routine.id,
      by: 'roundsman',
      at: this.#frame.nowText,
      reason:
        failures === 1
          ? 'its last run did not go well'
          : `${failures} runs in a row did not go well`,
    };
    this.#decisions.push({ kind: 'pause', pause });
    return pause;
  }

  /** Those that have no record yet and may start; all others are ended here. */
  #freshSlots(pause: Pause | null): readonly PlanSlot[] {
    const { planned, due, open } = this.#slots;
    if (planned === null || (due.instants.length === 0 && due.covered === null)) return [];
    const { nowText, taken } = this.#frame;
    const known = new Set(open.map(({ slot }) => slot.key));
    if (due.covered !== null) {
      const record = newRecord(planned.routine, due.covered.to, nowText);
      const state = pausedState(pause, record.slot.scheduledFor) ?? overCap(due.covered.count);
      const covers = {
        from: new Date(due.covered.from).toISOString(),
        to: new Date(due.covered.to).toISOString(),
        count: due.covered.count,
      };
      this.#decisions.push({ kind: 'record', record: { ...record, state, covers } });
    }
    const fates = fatesOf(due.instants, this.#policy, this.#frame);
    return due.instants.flatMap((at, index) => {
      const record = newRecord(planned.routine, at, nowText);
      const { key } = record.slot;
      if (known.has(key) || taken?.has(takenKey(planned.routine.id, key)) === true) return [];
      const slot: PlanSlot = {
        record,
        created: false,
        byPerson: false,
        notBefore:
          at +
          jitterOf(
            planned.routine.id,
            { key, at, next: due.instants[index + 1] ?? due.next },
            this.#policy.jitterMs,
          ),
      };
      const stopped = pausedState(pause, record.slot.scheduledFor);
      const ended = stopped ?? fates[index] ?? this.#cooldown(planned);
      if (ended !== null) this.#end(slot, ended);
      return ended === null ? [slot] : [];
    });
  }

  #openSlots(pause: Pause | null, fresh: readonly PlanSlot[]): readonly PlanSlot[] {
    const newest = fresh.at(-1) ?? null;
    return this.#slots.open.flatMap((record) => {
      const { state } = record;
      const notBefore = state.kind === 'due' ? state.notBefore : null;
      const slot: PlanSlot = {
        record,
        created: true,
        byPerson: isByPerson(record.slot.key),
        notBefore: notBefore === null ? null : Date.parse(notBefore),
      };
      const ended = record.anyway || slot.byPerson ? null : this.#endOfOpen(slot, pause, newest);
      if (ended !== null) this.#end(slot, ended);
      return ended === null ? [slot] : [];
    });
  }

  #endOfOpen(
    { record }: PlanSlot,
    pause: Pause | null,
    newest: PlanSlot | null,
  ): EndedSlotState | null {
    const { id, planned } = this.#slots;
    if (planned === null || !planned.routine.enabled)
      return inactiveState(planned?.routine ?? null, id);
    const stopped = pausedState(pause, record.slot.scheduledFor);
    if (stopped !== null) return stopped;
    if (this.#frame.afterDowntime && isScheduled(record.slot.key)) {
      const at = Date.parse(record.slot.scheduledFor);
      if (isTooOld(at, this.#policy, this.#frame.now)) return tooOld(this.#policy);
      const once = this.#policy.misfire === 'run-once' && this.#policy.overlap === 'skip';
      if (once && newest !== null) return supersededState(newest.record);
    }
    return this.#cooldown(planned);
  }

  #cooldown({ lastStartAt }: PlannedRoutine): EndedSlotState | null {
    const { cooldownMs } = this.#policy;
    if (cooldownMs === 0 || lastStartAt === null) return null;
    const since = this.#frame.now - lastStartAt;
    return since < cooldownMs && since > -cooldownMs ? cooldownState(since, cooldownMs) : null;
  }

  /** Those whose time has come; the others get a record that says when. */
  #readyOnes(slots: readonly PlanSlot[]): readonly PlanSlot[] {
    return slots.filter((slot) => {
      const { notBefore, record, created } = slot;
      if (notBefore === null || notBefore <= this.#frame.now) return true;
      this.#wakeAt = Math.min(this.#wakeAt ?? notBefore, notBefore);
      if (!created) {
        const state = { kind: 'due', notBefore: new Date(notBefore).toISOString() } as const;
        this.#decisions.push({ kind: 'record', record: { ...record, state } });
      }
      return false;
    });
  }

  #end({ record, created }: PlanSlot, state: EndedSlotState): void {
    this.#decisions.push(
      created
        ? { kind: 'move', record, to: state }
        : { kind: 'record', record: { ...record, state } },
    );
  }
}

function overCap(count: number): EndedSlotState {
  return {
    kind: 'missed',
    cause: 'over-cap',
    reason: `${count} slots were missed before those that are kept one by one`,
  };
}

function bySchedule(a: PlanSlot, b: PlanSlot): number {
  const [one, other] = [a.record.slot.scheduledFor, b.record.slot.scheduledFor];
  return one < other ? -1 : one > other ? 1 : 0;
}
