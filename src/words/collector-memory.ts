/** What a collector keeps from the good runs of a routine: what was told already, what a theme is known by. */
import type { RoutineId, RunId } from './ids.ts';

export interface CollectorMemory {
  readonly routine: RoutineId;
  /** The name of the facts file, such as `tickets`. */
  readonly collector: string;
  /** The run that wrote it last. */
  readonly run: RunId;
  /** The collector's own; it checks what it reads back. */
  readonly value: unknown;
}
