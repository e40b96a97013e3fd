/** Slots and what became of them: one durable record for each due moment of each routine. */
import {
  type ItemKey,
  type RoutineId,
  type RunId,
  type SlotKey,
  isRunId,
  isSlotKey,
} from './ids.ts';
import type { Handover } from './session.ts';

export const TRIGGER_KINDS = [
  'schedule',
  'webhook',
  'deployment',
  'git',
  'files',
  'routine',
  'manual',
] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

/** One due moment of one routine, as a run carries it. */
export interface Slot {
  readonly key: SlotKey;
  /** The nominal instant, ISO 8601 UTC; of an event: when it arrived. */
  readonly scheduledFor: string;
  readonly trigger: TriggerKind;
}

/** Why a slot ended without a run. Stable words for scripts; `reason` says the same to a person, with values. */
export const SLOT_CAUSES = [
  /** An earlier run of the routine was still going on. */
  'overlap',
  'paused',
  'cooldown',
  /** Roundsman was not running at the time, and the routine does not make up for it. */
  'downtime',
  /** Older than `starting-deadline`. */
  'deadline',
  /** A newer slot covers its time too. */
  'newer-slot',
  /** More slots were missed at once than are kept one by one. */
  'over-cap',
  /** The routine was removed, disabled or broken while the slot waited. */
  'inactive',
  /** A person took it out of the queue. */
  'cancelled',
  /** Its run could not be made. */
  'failed-start',
] as const;
export type SlotCause = (typeof SLOT_CAUSES)[number];

export const SLOT_STATES = [
  'due',
  'queued',
  'started',
  'skipped',
  'missed',
  'superseded',
] as const satisfies readonly SlotState['kind'][];

export type SlotState =
  /** Recorded, and not to start before `notBefore` (jitter; ISO 8601), if that is given. */
  | { readonly kind: 'due'; readonly notBefore: string | null }
  /** May start as far as time goes, and waits for a place; `reason` names what for. */
  | { readonly kind: 'queued'; readonly reason: string }
  /** `note`: what became of the run, when the run itself cannot tell it any more. */
  | { readonly kind: 'started'; readonly runId: RunId; readonly note?: string }
  | EndedSlotState;

/** Final, and without a run. */
export interface EndedSlotState {
  readonly kind: 'skipped' | 'missed' | 'superseded';
  readonly cause: SlotCause;
  readonly reason: string;
}

/** The durable record of a slot: created exclusively, so that a slot has at most one run, however many processes try. */
export interface SlotRecord {
  readonly routine: RoutineId;
  readonly slot: Slot;
  readonly state: SlotState;
  readonly recordedAt: string;
  /** When the state last changed. */
  readonly changedAt: string;
  /** The content that its run is pinned to (`DefinitionStore`): editing the routine does not reach back. */
  readonly definition: string;
  /** What made it due, when that was not a schedule. */
  readonly event: SlotEvent | null;
  /** Given by a person, checked against `on.manual.inputs`. */
  readonly inputs: SlotInputs;
  /** The session that a person had it take up (`run --queue --with`). */
  readonly handover?: Handover | null;
  /** What its run is for, and the files that this is expected to change, in place of `policy.touches`. */
  readonly item?: ItemKey | null;
  readonly touches?: readonly string[];
  /** Who asked for it, where a budget of each person asks for that. */
  readonly by?: string;
  /** A person asked for it to start whatever else runs (`run --anyway`). */
  readonly anyway: boolean;
  /** Set when the record stands for more slots than its own: all within [from, to], inclusive. */
  readonly covers: {
    readonly from: string;
    readonly to: string;
    readonly count: number;
  } | null;
  /** How many runs it had: a retry is a further attempt of the same slot. 0 before the first. */
  readonly attempts: number;
}

export type SlotInputs = Readonly<Record<string, string | number | boolean>>;

/** What happened outside, as far as a run is told. The payload is untrusted, and kept in the EventStore. */
export interface SlotEvent {
  readonly kind: Exclude<TriggerKind, 'schedule' | 'manual'>;
  /** Unique within the trigger: a delivery id, `main@<sha>`, a run id. */
  readonly id: string;
  /** One line for people; untrusted text, stripped of controls. */
  readonly summary: string;
  /** sha256 of the payload's bytes in the EventStore; `null` when there is none. */
  readonly payload: string | null;
  readonly deployment: DeploymentPair | null;
}

/** What is deployed now and what was before; `null` before the first that we know of. Commits or versions. */
export interface DeploymentPair {
  readonly environment: string;
  readonly state: string;
  readonly previous: string | null;
  readonly deployed: string;
}

export function isFinal(state: SlotState): boolean {
  return state.kind !== 'due' && state.kind !== 'queued';
}

/** As every record begins: due, unless told otherwise, and with no run yet. */
export function newSlotRecord({
  routine,
  slot,
  definition,
  recordedAt,
  ...change
}: Pick<SlotRecord, 'routine' | 'slot' | 'definition' | 'recordedAt'> &
  Partial<SlotRecord>): SlotRecord {
  return {
    routine,
    slot,
    state: { kind: 'due', notBefore: null },
    recordedAt,
    changedAt: recordedAt,
    definition,
    event: null,
    inputs: {},
    anyway: false,
    covers: null,
    attempts: 0,
    ...change,
  };
}

// Runs that go over the past again, for a person to compare. They count for nothing else. Pure.
const REPLAY_KEY = /^replay:([^:]+):([1-9][0-9]*)$/;

/** `replay:<run>:<n>`; `null` past what a key can hold. */
export function replayKey(run: RunId, turn: number): SlotKey | null {
  const key = `replay:${run}:${turn}`;
  return isSlotKey(key) ? key : null;
}

/** The run that a slot goes over again; `null` for every other slot. */
export function replayedRun(key: SlotKey): RunId | null {
  const run = REPLAY_KEY.exec(key)?.[1] ?? '';
  return isRunId(run) ? run : null;
}
