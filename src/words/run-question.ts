/** What an agent asked a person, as it is stored with the run that waits. */
import type { ItemKey } from './ids.ts';

export interface RunQuestion {
  /** Hostile text. */
  readonly question: string;
  readonly options: readonly string[];
  /** Taken at the deadline; `null`: the run ends without. */
  readonly default: string | null;
  /** Absent in records of before, as the ones below: nothing. What hangs on the answer; hostile text. */
  readonly why?: string;
  /** Paths as the agent wrote them; hostile text. */
  readonly files?: readonly string[];
  readonly item?: ItemKey | null;
  /** How long the agent wanted to wait; `null`: as long as the routine waits. */
  readonly deadlineMs?: number | null;
}
