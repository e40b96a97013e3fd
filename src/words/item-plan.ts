/** A plan: what an engine proposes to split an item into. Nothing is made of it until a person accepts. */
import type { ItemKey, RoutineId, RunId, SlotKey } from './ids.ts';

export interface ItemPlan {
  /** Sorts by time; of a plan that a run left, the run's id. */
  readonly id: string;
  readonly item: ItemKey;
  /** `settled`: there is nothing more to decide on it. */
  readonly state: 'proposed' | 'declined' | 'settled';
  /** Who made it: `builtin`, or the engine of its run. */
  readonly engine: string;
  /** `null`: it was made without a run. */
  readonly run: RunId | null;
  /** Hostile text, within the bounds of `PlanLine`. */
  readonly tasks: readonly PlannedTask[];
  /** What of it did not hold and was left out, one sentence each. */
  readonly problems: readonly string[];
  readonly createdAt: string;
  readonly decision: {
    readonly by: string;
    readonly at: string;
    readonly reason: string;
  } | null;
}

export interface PlannedTask {
  /** From 1, in the order in which the engine gave them; by it people accept, and others depend on it. */
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** Patterns from the root of the repository, each brought to one form. */
  readonly files: readonly string[];
  readonly dependsOn: readonly number[];
  /** Fingerprints of the findings that it deals with; of those of its item. */
  readonly findings: readonly string[];
  /** What a person asked for; written down before anything is made, so that a crash in between is made good. */
  readonly wanted: WantedTask | null;
  /** Its item, once it is made. */
  readonly made: ItemKey | null;
}

export interface WantedTask {
  readonly by: string;
  readonly at: string;
  /** The run that is to be queued for it; `null`: none. */
  readonly run: {
    readonly routine: RoutineId;
    readonly slot: SlotKey;
    readonly definition: string;
    /** Its slot was recorded: whatever becomes of that, it is not recorded again. */
    readonly queued: boolean;
  } | null;
}
