/**
 * The gateway: an HTTP server of the supervisor's, between one agent and its model. It puts the real key in the place of the
 * run's token, counts what answers take, and says when the model's side, or the budget, wants no more.
 *
 * Bodies go through as they are, in both directions. Lean: Node's built-ins only, and loaded only where there is a gateway.
 */
import type { GatewayRecord } from '../../words/agent-exit.ts';

export interface Gateway {
  /** What it saw so far. */
  readonly record: () => GatewayRecord;
  /** Cuts what is still under way. Never rejects. */
  close(): Promise<void>;
}

export interface GatewayListeners {
  /** For the report; each once. */
  readonly onNotice: (text: string) => void;
  /** Once: the agent is to be ended. */
  readonly onStop: (stop: GatewayStop) => void;
}

export interface GatewayStop {
  readonly cause: 'limited' | 'unauthorized' | 'over-budget';
  /** With `over-budget`: what was used up. */
  readonly bound?: 'budget' | 'turns';
  /** One line, for people. */
  readonly reason: string;
}
