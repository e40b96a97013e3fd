/**
 * The one place that writes a `RunSpec`: `buildRunSpec` for a run by hand or of a slot, `buildSpecAgain` for a retry, a
 * replay, a follow-up or a part, from the spec of an earlier run. Pure.
 */
import type { RunId } from '../words/ids.ts';
import type { Routine } from '../words/routine.ts';
import {
  RUN_PROTOCOL,
  type ProcessIdentity,
  type RunSpec,
  type WorkspaceLocation,
} from '../words/run-spec.ts';

/** Kept of the agent's stdout and of its stderr, each. */
const MAX_OUTPUT_BYTES = 5_000_000;

/** Of this attempt alone. */
export interface Admitted {
  readonly id: RunId;
  /** From 1. */
  readonly attempt: number;
  readonly workspace: WorkspaceLocation;
  /** ISO 8601. */
  readonly admittedAt: string;
  readonly admittedBy: ProcessIdentity;
}

/** Of the run, whichever attempt it is. `null` and absent are the same for `item` and `touches`. */
export interface Decided extends Pick<
  RunSpec,
  'definition' | 'slot' | 'event' | 'inputs' | 'settings' | 'window'
> {
  readonly routine: Routine;
  readonly handover: RunSpec['handover'];
  readonly item: RunSpec['item'];
  readonly touches: RunSpec['touches'] | null;
}

export function buildRunSpec(decided: Decided, admitted: Admitted): RunSpec {
  const { item, touches, handover, ...rest } = decided;
  return {
    protocol: RUN_PROTOCOL,
    ...rest,
    handover: handover ?? null,
    ...(item === undefined || item === null ? {} : { item }),
    ...(touches === undefined || touches === null ? {} : { touches }),
    ...admitted,
    limits: { maxOutputBytes: MAX_OUTPUT_BYTES },
  };
}

/** The spec of `past` with `changes`. What `past` followed is dropped unless `changes` names it. */
export function buildSpecAgain(
  past: RunSpec,
  admitted: Admitted,
  changes: Partial<
    Pick<RunSpec, 'routine' | 'definition' | 'settings' | 'slot' | 'part' | 'follows'>
  > = {},
): RunSpec {
  const { follows: _before, ...decided } = past;
  return { ...decided, protocol: RUN_PROTOCOL, ...admitted, ...changes };
}
