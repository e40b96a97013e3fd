/** A slot as `slots --json` gives it. Pure. */
import type { SlotRecord } from '../words/slot.ts';

export interface SlotView {
  readonly routine: string;
  readonly key: string;
  readonly scheduledFor: string;
  readonly trigger: string;
  readonly state: string;
  readonly reason: string | null;
  readonly runId: string | null;
  /** Key of the item that its run is for. */
  readonly item: string | null;
}

export function toSlotView({ routine, slot, state, item }: SlotRecord): SlotView {
  return {
    routine,
    key: slot.key,
    scheduledFor: slot.scheduledFor,
    trigger: slot.trigger,
    state: state.kind,
    reason:
      'reason' in state ? state.reason : state.kind === 'started' ? (state.note ?? null) : null,
    runId: state.kind === 'started' ? state.runId : null,
    item: item ?? null,
  };
}
