/** What is decided of the run of a recorded slot before it starts. Pure. */
import type { RunId } from '../words/ids.ts';
import type { Routine } from '../words/routine.ts';
import {
  RUN_PROTOCOL,
  type Definition,
  type ProcessIdentity,
  type RunSpec,
  type WorkspaceLocation,
  type WorkspaceSettings,
} from '../words/run-spec.ts';
import type { SlotRecord } from '../words/slot.ts';
import type { Window } from '../words/window.ts';

/** Kept of the agent's stdout and of its stderr, each. */
export const MAX_OUTPUT_BYTES = 5_000_000;

export interface SlotSpecRequest {
  readonly id: RunId;
  readonly record: SlotRecord;
  readonly routine: Routine;
  readonly definition: Definition;
  readonly settings: WorkspaceSettings;
  readonly workspace: WorkspaceLocation;
  readonly window: Window;
  /** ISO 8601. */
  readonly admittedAt: string;
  readonly admittedBy: ProcessIdentity;
}

export function slotSpec({ record, ...decided }: SlotSpecRequest): RunSpec {
  return {
    protocol: RUN_PROTOCOL,
    ...decided,
    slot: record.slot,
    event: record.event,
    inputs: record.inputs,
    handover: record.handover ?? null,
    ...(record.item === undefined || record.item === null
      ? {}
      : { item: { key: record.item, purpose: 'work' } }),
    ...(record.touches === undefined ? {} : { touches: record.touches }),
    // Counted when it became `started`; a record of an older kind may say none.
    attempt: Math.max(1, record.attempts),
    limits: { maxOutputBytes: MAX_OUTPUT_BYTES },
  };
}
