/**
 * Which slots start now: places, groups and touched files go to the routine with the fewest live runs first, then to
 * the slot that waited longest, then by id, so a routine with a hundred slots starves no other routine. Pure.
 */
import type { RoutineId, RunId } from '../../words/ids.ts';
import type { Policy } from '../../words/policy.ts';
import {
  decideAdmission,
  isAtWork,
  policyInForce,
  type Candidate,
  type LiveRun,
} from '../admission.ts';
import type { PlanLimits } from '../contract.ts';
import { firstMeeting } from '../globs-meet.ts';
import type { PlanSlot } from './plan-slot.ts';
import { formatWait } from './slot-words.ts';

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

export function planStarts(request: StartRequest): StartPlan {
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
