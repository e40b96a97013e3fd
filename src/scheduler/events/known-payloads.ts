/**
 * Which payloads made slots within the last day, for senders that sign a payload but not its id: who has seen one
 * could send it again under another. The slot records say it, so nothing more is kept, and a restart forgets nothing.
 */
import type { Clock } from '../../platform/clock.ts';
import type { SlotStore } from '../../store/ports.ts';
import type { RoutineId, SlotKey } from '../../words/ids.ts';

const REPLAY_WINDOW_MS = 24 * 3_600_000;

export interface KnownPayloads {
  /** The slot that the payload made, if that is another one; else `null`, and from now on the payload is this slot's. */
  claim(claim: PayloadClaim): Promise<SlotKey | null>;
  /** The slot could not be recorded. */
  release(claim: PayloadClaim): Promise<void>;
}

interface PayloadClaim {
  readonly routine: RoutineId;
  readonly key: SlotKey;
  /** sha256. */
  readonly payload: string;
}

interface Known {
  readonly key: SlotKey;
  readonly at: number;
}

export function knownPayloads(parts: {
  readonly slots: SlotStore;
  readonly clock: Clock;
}): KnownPayloads {
  const { slots, clock } = parts;
  const byRoutine = new Map<RoutineId, Promise<Map<string, Known>>>();
  const knownOf = async (routine: RoutineId): Promise<Map<string, Known>> => {
    const reading = byRoutine.get(routine) ?? readKnown(slots, routine, clock.now().getTime());
    byRoutine.set(routine, reading);
    try {
      return await reading;
    } catch (thrown) {
      byRoutine.delete(routine);
      throw thrown;
    }
  };
  return {
    claim: async ({ routine, key, payload }) => {
      const known = await knownOf(routine);
      const now = clock.now().getTime();
      forgetOld(known, now);
      const earlier = known.get(payload);
      if (earlier !== undefined) return earlier.key === key ? null : earlier.key;
      known.set(payload, { key, at: now });
      return null;
    },
    release: async ({ routine, key, payload }) => {
      const known = await knownOf(routine);
      if (known.get(payload)?.key === key) known.delete(payload);
    },
  };
}

/** Oldest first. */
async function readKnown(
  slots: SlotStore,
  routine: RoutineId,
  now: number,
): Promise<Map<string, Known>> {
  const { records } = await slots.list({
    routine,
    from: new Date(now - REPLAY_WINDOW_MS).toISOString(),
  });
  const known = new Map<string, Known>();
  for (const { slot, event } of records.toReversed()) {
    const payload = event?.kind === 'webhook' ? event.payload : null;
    if (payload !== null) known.set(payload, { key: slot.key, at: Date.parse(slot.scheduledFor) });
  }
  return known;
}

function forgetOld(known: Map<string, Known>, now: number): void {
  for (const [payload, { at }] of known) {
    if (at > now - REPLAY_WINDOW_MS) return;
    known.delete(payload);
  }
}
