import type { Confinement, NetworkPlan } from './network-plan.ts';
import type { Secret } from './redaction/secret.ts';

/** What the `brief` step leaves for the supervisor: everything it needs to start the agent, as data. */
export interface LaunchPlan {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A file that becomes the agent's stdin, or `null` for an empty one. */
  readonly stdinPath: string | null;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  /** What to send first when the agent has to stop; five seconds later it is SIGKILL. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  readonly confinement: Confinement;
  readonly network: NetworkPlan | null;
  /** What is to stand in no log, beyond what the environment says: values of included files. Never stored. */
  readonly secrets: readonly Secret[];
}
