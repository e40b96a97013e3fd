/** From what happened to durable slot records, many at once. */
import type { Clock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/hash.ts';
import type { EventStore } from '../../store/definition-ports.ts';
import type { SlotStore } from '../../store/ports.ts';
import { type SlotKey, isSlotKey, type RoutineId } from '../../words/ids.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { newSlotRecord, type SlotEvent, type SlotRecord } from '../../words/slot.ts';
import type { IntakeResult } from '../contract.ts';
import { takenKey } from '../plan/plan-slot.ts';

export interface WantedSlot {
  readonly routine: ScheduledRoutine;
  readonly key: SlotKey;
  readonly event: Omit<SlotEvent, 'payload'>;
  readonly payload: Uint8Array | null;
  readonly idSigned: boolean;
}

interface RecordParts {
  readonly slots: SlotStore;
  readonly events: EventStore;
  readonly clock: Clock;
  readonly known: KnownPayloads;
}

/** What came of each, in order. Payloads are durable before the records that name them. */
export async function recordSlots(
  parts: RecordParts,
  wanted: readonly WantedSlot[],
): Promise<readonly IntakeResult[]> {
  const entries = await Promise.all(wanted.map((slot) => withReplays(parts, slot)));
  const fresh = firstOfEach(entries.filter(({ replayOf }) => replayOf === null));
  try {
    const created = await create(parts, fresh);
    return entries.map((entry) => resultOf(entry, created));
  } catch (thrown) {
    await Promise.all(fresh.map((entry) => release(parts, entry)));
    throw thrown;
  }
}

interface Entry {
  readonly slot: WantedSlot;
  /** sha256 of the payload. */
  readonly hash: string | null;
  readonly replayOf: SlotKey | null;
}

async function withReplays({ known }: RecordParts, slot: WantedSlot): Promise<Entry> {
  const hash = slot.payload === null ? null : sha256(slot.payload);
  if (slot.idSigned || hash === null) return { slot, hash, replayOf: null };
  const replayOf = await known.claim({ routine: slot.routine.id, key: slot.key, payload: hash });
  return { slot, hash, replayOf };
}

async function release({ known }: RecordParts, { slot, hash }: Entry): Promise<void> {
  if (!slot.idSigned && hash !== null)
    await known.release({ routine: slot.routine.id, key: slot.key, payload: hash });
}

/** Which of the entries made a record: the others had one. */
async function create(
  { slots, events, clock }: RecordParts,
  fresh: readonly Entry[],
): Promise<ReadonlySet<Entry>> {
  const payloads = new Map<string, Uint8Array>();
  for (const { slot, hash } of fresh)
    if (hash !== null && slot.payload !== null) payloads.set(hash, slot.payload);
  await events.putAll([...payloads.values()]);
  const now = clock.now().toISOString();
  const created = await slots.createAll(fresh.map((entry) => recordOf(entry, now)));
  return new Set(fresh.filter((_, index) => created[index] === true));
}

/** Several deliveries of one event may be in one batch. */
function firstOfEach(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ slot }) => {
    const name = takenKey(slot.routine.id, slot.key);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function resultOf(entry: Entry, created: ReadonlySet<Entry>): IntakeResult {
  const { slot, replayOf } = entry;
  if (replayOf !== null) return { routine: slot.routine.id, key: replayOf, outcome: 'replayed' };
  const outcome = created.has(entry) ? 'accepted' : 'known';
  return { routine: slot.routine.id, key: slot.key, outcome };
}

function recordOf({ slot, hash }: Entry, now: string): SlotRecord {
  return newSlotRecord({
    routine: slot.routine.id,
    slot: { key: slot.key, scheduledFor: now, trigger: slot.event.kind },
    definition: slot.routine.definition,
    recordedAt: now,
    event: { ...slot.event, payload: hash },
  });
}

// Keys of the slots that events make. An id comes from outside and may be anything.

/** Keys become file names, which end at 255 bytes. */
const MAX_ENCODED = 200;
const HASHED = 'sha256-';
const PRINTABLE = /^[\x21-\x7e]*$/;

/** `event:webhook:<id>`; an id that is too long, or has anything but printable ASCII, is hashed. */
export function eventKey(kind: SlotEvent['kind'], id: string): SlotKey {
  return readableKey(kind, id) ?? certain(`event:${kind}:${HASHED}${sha256(id)}`);
}

/**
 * `event:deployment:<environment>/<id>/<state>`: an id is unique within its environment, and a deployment makes one
 * slot in each state that a routine listens to.
 */
export function deploymentKey(deployment: {
  readonly id: string;
  readonly environment: string;
  readonly state: string;
}): SlotKey {
  const parts = [deployment.environment, deployment.id, deployment.state];
  if (parts.every((part) => PRINTABLE.test(part) && !part.startsWith(HASHED))) {
    const key = readableKey('deployment', parts.map(withoutSlashes).join('/'));
    if (key !== null) return key;
  }
  return certain(`event:deployment:${HASHED}${sha256(JSON.stringify(parts))}`);
}

/** `null` for an id that does not fit, and for one that looks like a hash of ours. */
function readableKey(kind: SlotEvent['kind'], id: string): SlotKey | null {
  if (!PRINTABLE.test(id) || id.startsWith(HASHED)) return null;
  const key = `event:${kind}:${id}`;
  return isSlotKey(key) && encodeURIComponent(key).length <= MAX_ENCODED ? key : null;
}

/** So that parts joined by slashes can be told apart. */
function withoutSlashes(part: string): string {
  return part.replace(/[%/]/g, encodeURIComponent);
}

function certain(key: string): SlotKey {
  if (isSlotKey(key)) return key;
  throw new TypeError(`no key of a slot: ${key}`);
}

// Which payloads made slots within the last day, for senders that sign a payload but not its id: who has seen one
// could send it again under another. The slot records say it, so nothing more is kept, and a restart forgets nothing.
const REPLAY_WINDOW_MS = 24 * 3_600_000;

interface KnownPayloads {
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
