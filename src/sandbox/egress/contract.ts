/**
 * What a sandboxed program reaches of the network: a proxy of ours on a unix socket, and a relay inside that leads to it.
 *
 * Lean: supervisors open it for the agent, workers for set-up and checks. Node's built-ins only.
 */
import type { Duplex } from 'node:stream';

import type { Denial } from '../../words/agent-exit.ts';

/** Open from before the program starts until after it ended. */
export interface Egress {
  /** What it refused, counted by target, in the order of the first refusal; at most 100 targets. */
  denied(): readonly Denial[];
  /** Ends every connection and removes the sockets. Never rejects. */
  close(): Promise<void>;
}

/** The outer world, as a port. */
export interface Outside {
  /** Every address of a name, as the system resolves it. Rejects when there is none. */
  resolve(host: string): Promise<readonly string[]>;
  /** To exactly this address: no name is looked up. Rejects when there is no answer. */
  dial(address: string, port: number): Promise<Duplex>;
  /** Addresses of this machine's interfaces. */
  ownAddresses(): readonly string[];
}
