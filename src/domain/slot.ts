import type { RoutineId, RunId, SlotKey } from './ids.ts';

/** One due moment of one routine, as a run carries it. */
export interface Slot {
  readonly key: SlotKey;
  /** The nominal instant, ISO 8601 UTC. */
  readonly scheduledFor: string;
  readonly trigger: 'schedule' | 'manual';
}

export type SlotState =
  | { readonly kind: 'due' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'started'; readonly runId: RunId }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'missed'; readonly reason: string }
  | { readonly kind: 'superseded'; readonly reason: string };

/** The durable record of a slot: written exclusively, so that a slot has at most one run, whoever tries. */
export interface SlotRecord {
  readonly routine: RoutineId;
  readonly slot: Slot;
  readonly state: SlotState;
  readonly recordedAt: string;
}
