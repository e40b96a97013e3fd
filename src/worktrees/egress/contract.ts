/**
 * What a sandboxed program reaches of the network: a proxy of ours on a unix socket, and a relay inside that leads to it.
 *
 * Lean: supervisors open it for the agent, workers for set-up and checks. Node's built-ins only.
 */
import type { Denial } from '../../domain/run.ts';

/** Open from before the program starts until after it ended. */
export interface Egress {
  /** What it refused, counted by target, in the order of the first refusal; at most 100 targets. */
  denied(): readonly Denial[];
  /** Ends every connection and removes the sockets. Never rejects. */
  close(): Promise<void>;
}
