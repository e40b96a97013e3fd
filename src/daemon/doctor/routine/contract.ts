/** What is asked of one routine before it is left to itself, and what comes of it. */
import type { Brief } from '../../../context/brief.ts';
import type { DecidedLevel } from '../../../sandbox/decide-level.ts';
import type { StoredDefinition } from '../../../store/definition-ports.ts';
import type { IsolationLevel } from '../../../words/routine.ts';
import type { Answer, Asked, CheckContext } from '../check.ts';
import type { Standing } from './find-standing.ts';

/** One thing that an unattended run of a routine depends on. */
export type RoutineCheck = Asked<RoutineContext>;

export interface RoutineContext extends CheckContext {
  readonly standing: Standing;
  /** What would run; of a routine that is not active, what stands in the working tree. */
  readonly definition: StoredDefinition;
  /** The level that its runs would have; rejects with why there is none. */
  readonly isolation: () => Promise<DecidedLevel>;
  /** Rendered on the first call and shared; rejects with the reason when it cannot be rendered. */
  readonly brief: () => Promise<RenderedBrief>;
  readonly signal: AbortSignal;
}

export interface RenderedBrief {
  readonly brief: Brief;
  /** What was unusual about the base. */
  readonly notices: readonly string[];
}

export interface RoutineDiagnosis {
  readonly routine: string;
  /** No check says no. */
  readonly ready: boolean;
  readonly isolation: IsolationLevel | null;
  /** The next slot, ISO 8601 UTC; `null` where no schedule has one ahead. */
  readonly next: string | null;
  /** What its agent would be told now; `null` when it could not be rendered. */
  readonly brief: Pick<Brief, 'prompt' | 'window' | 'facts'> | null;
  /** What its report would say of the base. */
  readonly notices: readonly string[];
  /** Of the machine first, then of the routine. */
  readonly checks: readonly Answer[];
}
