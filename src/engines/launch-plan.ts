import type { GatewayPlan, RunBounds } from '../words/gateway-plan.ts';
import type { Confinement, NetworkPlan } from '../words/network-plan.ts';
import type { Secret } from '../words/redaction/secret.ts';
import type { EngineId } from '../words/routine.ts';
import type { Usage } from '../words/usage.ts';

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

/**
 * The tools that an agent is offered while it works: one socket of its run, and what answers there. Data, handed from the
 * worker to the supervisor.
 */
export type ToolsPlan =
  | ServedTools
  /** They were wanted, and cannot be had; one line. */
  | { readonly kind: 'unavailable'; readonly why: string };

export interface ServedTools {
  readonly kind: 'served';
  /** A short folder of this run alone, mode 0700: the socket is made in it, and it is bound into the sandbox. */
  readonly socketFolder: string;
  /** One process of it serves one connection, over its stdin and stdout. */
  readonly argv: readonly string[];
  /** Beside the supervisor's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute; takes what these processes print to stderr. */
  readonly log: string;
}

/** Of the socket in that folder. */
export const TOOLS_SOCKET = 'tools';

// Forms of files that take the servers of an agent's tools. Pure.

/** What most programs read. */
export function mcpServers([command, ...args]: readonly string[], more: object = {}): string {
  return toJson({ mcpServers: { [TOOLS_SERVER]: { ...more, command, args } } });
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What engines are told that our server of tools is called. */
export const TOOLS_SERVER = 'roundsman';

/**
 * Milliseconds that an engine waits for the tools of its run, at the start and at each call. On a busy machine a program
 * takes long to start, and engines that continue without one lose it for the whole run and hardly tell.
 */
export const TOOLS_WAIT_MS = 120_000;
