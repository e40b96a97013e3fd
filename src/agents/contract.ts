/**
 * The contract of an engine: the program that does the work of a run.
 *
 * An engine plans its start as data and reads what its program printed; it never starts a process itself
 * (the supervisor does, with Node's built-ins only) and never throws for what a program did: every stream
 * is brought to AgentEvents that end in exactly one `end`.
 */
import type { AgentEvent } from '../domain/agent-event.ts';
import type { Failure } from '../domain/errors.ts';
import type { Endpoint } from '../domain/network-plan.ts';
import type { Agent, EngineId } from '../domain/routine.ts';
import type { AgentExit } from '../domain/run.ts';
import type { Environment } from '../platform/environment.ts';

export interface Engine {
  readonly id: EngineId;
  /** Whether it can start here; looked at by `gate`, before a slot is spent. */
  preflight(request: PreflightRequest): Promise<Preflight>;
  /** Must not touch the world: argv, extra environment and stdin of the program to start. */
  plan(request: PlanRequest): EnginePlan;
  /**
   * Events of a finished or running program, from the lines it wrote to stdout. Yields exactly one `end`,
   * last, also for an empty stream, a torn line, or a program that was killed.
   */
  interpret(lines: Iterable<string>, exit: AgentExit): Iterable<AgentEvent>;
}

export interface PreflightRequest {
  readonly agent: Agent;
  readonly env: Environment;
  /** Relative program paths are looked up here: the routine's repository. */
  readonly root: string;
}

export type Preflight =
  | { readonly kind: 'ready'; readonly version: string | null }
  | { readonly kind: 'missing'; readonly failure: Failure };

export interface PlanRequest {
  readonly agent: Agent;
  /** Absolute path of the brief folder; `prompt.md` is in it. */
  readonly briefFolder: string;
  /** Absolute path of the run's worktree, the working directory of the program. */
  readonly worktree: string;
}

export interface EnginePlan {
  readonly argv: readonly [string, ...string[]];
  /** Added to the environment that every agent gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: 'prompt' | 'empty';
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** Where its model is, when that is one address. A sandboxed agent reaches it, wherever it is. */
  readonly endpoint?: EngineEndpoint;
}

export interface EngineEndpoint {
  readonly at: Endpoint;
  /** Over `env` in a sandbox, where `at.innerPort` on loopback leads there. */
  readonly insideEnv: Readonly<Record<string, string>>;
}
