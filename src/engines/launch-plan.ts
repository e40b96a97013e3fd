import type { GatewayPlan, RunBounds } from '../words/gateway-plan.ts';
import type { Confinement, NetworkPlan } from '../words/network-plan.ts';
import type { Secret } from '../words/redaction/secret.ts';
import type { EngineId } from '../words/routine.ts';
import type { Usage } from '../words/usage.ts';
import type { ToolsPlan } from './tools-plan.ts';

/** What the `brief` step leaves for the supervisor: everything it needs to start the agent, as data. */
export interface LaunchPlan {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files that it has open to read, as its descriptors 3 and up; without it: none. */
  readonly handedFiles?: readonly string[];
  /** A file that becomes the agent's stdin, or `null` for an empty one. */
  readonly stdinPath: string | null;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  /** What to send first when the agent has to stop; five seconds later it is SIGKILL. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  readonly confinement: Confinement;
  readonly network: NetworkPlan | null;
  /** `null`: its engine has no model, or a log-in of its own. */
  readonly gateway: GatewayPlan | null;
  /** A log-in that is lent to it while it works. */
  readonly login?: LoginPlan;
  /** Without it the agent has its files alone. */
  readonly tools?: ToolsPlan;
  /** How its stream is read. */
  readonly engine: EngineId;
  /** Of its session before this process: engines that count over a whole conversation have it in their numbers. */
  readonly usageBefore: Usage | null;
  /** What its stream is held against; without it: nothing. */
  readonly bounds?: RunBounds;
  /** What is to stand in no log, beyond what the environment says: values of included files. Never stored. */
  readonly secrets: readonly Secret[];
}

/** A file of the user's with a log-in, of which the agent works with a copy: by one run at a time, brought back when it was renewed. */
export interface LoginPlan {
  /** Absolute; the user's own. */
  readonly original: string;
  /** The engine's home of the run, which the agent may write to. */
  readonly home: string;
  /** Absolute, in that home; gone when the agent has ended. */
  readonly copy: string;
  /** Held by the run that has the log-in. */
  readonly lock: string;
}
