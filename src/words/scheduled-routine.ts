/** What the scheduler keeps of each active routine: little, because there may be ten thousand. Plain data. */
import type { RoutineId } from './ids.ts';
import type { Policy } from './policy.ts';
import type { DefinitionSource } from './run-spec.ts';
import type { Trigger } from './trigger.ts';

export interface ScheduledRoutine {
  readonly id: RoutineId;
  readonly name: string;
  /** sha256 of the whole definition, by which the DefinitionStore has it. */
  readonly definition: string;
  readonly source: DefinitionSource;
  readonly enabled: boolean;
  readonly triggers: readonly Trigger[];
  readonly policy: Policy;
}

/** Why nothing starts a routine by itself for now; set by a person, or by us after failures. */
export interface Pause {
  readonly routine: RoutineId;
  /** A user's name, or `roundsman` after failures. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** Empty when none was given. */
  readonly reason: string;
  /** ISO 8601: slots from then on start again. Absent: until a person resumes it. */
  readonly until?: string;
  /** Made of all that were active, at once: what becomes active by a commit until it ends is paused with them. */
  readonly all?: true;
  /** Whose place it took; `undo` brings that one back. */
  readonly before?: Omit<Pause, 'before'>;
}

/** Whether a slot of that instant is one of the pause. @param at ISO 8601 */
export function isPausedAt({ until }: Pause, at: string): boolean {
  return until === undefined || Date.parse(at) < Date.parse(until);
}
