/** What an engine's stream told of one process of an agent, gathered by its supervisor. */
import type { EndReason } from './agent-event.ts';
import type { EngineId } from './routine.ts';
import type { Usage } from './usage.ts';

export interface AgentOutcome {
  readonly end: { readonly reason: EndReason; readonly message: string | null };
  /** At most 20,000 characters; hostile text. */
  readonly finalText: string | null;
  readonly sessionId: string | null;
  readonly model: string | null;
  readonly version: string | null;
  readonly tools: { readonly started: number; readonly failed: number };
  readonly retries: number;
  /** Lines of the stream that no rule knew. */
  readonly unknown: number;
  /** By the engine's own word; `null` when it says none. */
  readonly usage: Usage | null;
}

/** A conversation that can be taken up again, as far as its engine can. */
export interface EngineSession {
  readonly engine: EngineId;
  readonly id: string;
  /** The folder it was begun in; some engines find it only from there. */
  readonly cwd: string;
}

/** What the gateway saw of one process of an agent. */
export interface GatewayRecord {
  readonly requests: number;
  /** Answers by status, `0` for those that never came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Counted by us from what went through; the cost by the table of prices, `null` when the model is not in it. */
  readonly usage: Usage;
  /** Tokens by model as the answers named it; for the table of prices. */
  readonly models: Readonly<Record<string, Usage>>;
  /** Answers that did not say what they took: in `usage` by their size. */
  readonly guessed?: number;
  /** The last refusal that was not followed by an answer. */
  readonly refused: ModelRefusal | null;
}

export interface ModelRefusal {
  readonly kind: 'limit' | 'unauthorized' | 'unavailable';
  readonly status: number;
  /** ISO 8601; when it may be asked again, by its own word. */
  readonly resetAt: string | null;
  /** One line of the answer; hostile text. */
  readonly message: string;
}
