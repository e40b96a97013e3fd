/** Why a run's agent has another process, and by which engine: decided and stored before it is started. */
import type { EngineSession } from './agent-outcome.ts';
import type { EngineId } from './routine.ts';

/** Decided when the process before it ended, and stored with its end: an agent is never started again without one. */
export interface AttemptPlan {
  /** 2 for the second process of the run. */
  readonly number: number;
  readonly reason: AttemptReason;
  /** The first of them that can start here takes it; from its start on that one alone. */
  readonly engines: readonly EngineId[];
  /** To be taken up, as far as its engine can; `null`: a new one that is told what went before. */
  readonly session: EngineSession | null;
  /** Of the process that ended. */
  readonly after: EngineId;
  readonly endedAt: string;
  /** ISO 8601; `null` = at once. */
  readonly notBefore: string | null;
}

/** All texts may be hostile. */
export type AttemptReason =
  /** Its model's side takes requests again; `why`: what it had said. */
  | { readonly kind: 'resumed'; readonly why: string }
  /** `by` is `null` for the default that was taken because no answer came. */
  | {
      readonly kind: 'answered';
      readonly question: string;
      readonly answer: string;
      readonly by: string | null;
    }
  | { readonly kind: 'fallback'; readonly why: string }
  | { readonly kind: 'retried'; readonly why: string };
