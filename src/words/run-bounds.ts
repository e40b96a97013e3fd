/** What one process of an agent may use, as far as its own stream tells. Plain data, from `brief` to the supervisor. */
import type { GatewayBudget, ModelPrice } from './gateway-plan.ts';

export interface RunBounds {
  /** `null` = as much as it wants, or its gateway looks after it. */
  readonly budget: GatewayBudget | null;
  /** Which bound that comes from, for people. */
  readonly because: string;
  /** Answers of its model; `null` = as many as it takes, or the engine looks after it. */
  readonly maxTurns: number | null;
  readonly prices: readonly ModelPrice[];
  /** If its stream names none. */
  readonly model: string | null;
}
