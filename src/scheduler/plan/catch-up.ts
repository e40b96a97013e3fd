/** What becomes of slots that came due since the last look: the misfire policy. Pure. */
import type { Policy } from '../../words/policy.ts';
import type { EndedSlotState } from '../../words/slot.ts';
import { keyOfInstant } from './plan-slot.ts';
import { durationWords } from './slot-words.ts';

/** Ended, or `null`: it may start, as far as this goes. */
type Fate = EndedSlotState | null;

interface CatchUpFrame {
  readonly now: number;
  /** Slots later than this came due while no process was looking. */
  readonly lateAfterMs: number;
}

/**
 * On time is the newest slot, unless it is late. All others are to be made up for.
 *
 * @param instants ascending
 * @returns what becomes of each, in order
 */
export function fatesOf(
  instants: readonly number[],
  policy: Policy,
  { now, lateAfterMs }: CatchUpFrame,
): readonly Fate[] {
  const newest = instants.length - 1;
  const onTime = now - (instants[newest] ?? now) <= lateAfterMs ? newest : -1;
  const chosen = policy.misfire === 'run-once' ? chosenOf(instants, policy, { now, onTime }) : -1;
  return instants.map((instant, at) => {
    if (isTooOld(instant, policy, now)) return tooOld(policy);
    if (at === onTime) return null;
    switch (policy.misfire) {
      case 'run-all':
        return null;
      case 'skip':
        return missed(
          'downtime',
          'Roundsman was not running at the time, and this slot is not made up for',
        );
      case 'run-once':
        return at === chosen ? null : coveredBy(instants[chosen]);
    }
  });
}

/** A slot that is exactly as old as its deadline is too old: with `every`, the next one is due then. */
export function isTooOld(instant: number, policy: Policy, now: number): boolean {
  return now - instant >= policy.startingDeadlineMs && now > instant;
}

export function tooOld(policy: Policy): EndedSlotState {
  const deadline = durationWords(policy.startingDeadlineMs);
  return missed('deadline', `older than its starting deadline of ${deadline}`);
}

/** The one slot that makes up for the others; where only one of two could start, that is the one on time. */
function chosenOf(
  instants: readonly number[],
  policy: Policy,
  { now, onTime }: { readonly now: number; readonly onTime: number },
): number {
  const onlyOne =
    policy.overlap === 'skip' ||
    policy.overlap === 'cancel-other' ||
    policy.overlap === 'terminate-other';
  const isThere = onTime >= 0 && !isTooOld(instants[onTime] ?? now, policy, now);
  if (isThere && onlyOne) return onTime;
  return onTime >= 0 ? onTime - 1 : instants.length - 1;
}

function coveredBy(instant: number | undefined): EndedSlotState {
  const by = instant === undefined ? 'a newer slot' : keyOfInstant(instant);
  return { kind: 'superseded', cause: 'newer-slot', reason: `${by} covers its time too` };
}

function missed(cause: 'downtime' | 'deadline', reason: string): EndedSlotState {
  return { kind: 'missed', cause, reason };
}
