/** How one process of an agent ended, and what it was refused. */
import type { AgentOutcome, EngineSession, GatewayRecord } from './agent-outcome.ts';
import type { EngineId } from './routine.ts';

/** One process of the agent that ended while the run was active. */
export interface AgentAttempt {
  readonly engine: EngineId;
  readonly session: EngineSession | null;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly exit: AgentExit;
  /** Why there was another. */
  readonly followedBy: 'resumed' | 'answered' | 'fallback' | 'retried';
}

/** Facts about the end of the agent's process; the first cause wins. */
export interface AgentExit {
  readonly cause:
    | 'exited'
    | 'signalled'
    | 'timed-out'
    | 'silent'
    /** The disk fell below its floor. */
    | 'disk-full'
    /** Its model's side refused too often (429, 5xx). */
    | 'limited'
    /** Its model's side wants another key or log-in. */
    | 'unauthorized'
    /** What the run may use was used up. */
    | 'over-budget'
    /** It took more of the machine than it may. */
    | 'over-limit'
    | 'cancelled'
    | 'not-started'
    | 'lost';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  /** Bytes read from stdout and stderr together, and how many of them were not kept. */
  readonly outputBytes: number;
  readonly droppedBytes: number;
  /** Processes that outlived the agent and were ended by us. */
  readonly strays: number;
  /** What the sandbox did not let it reach. */
  readonly denied: readonly Denial[];
  /** For `not-started`: why. */
  readonly message: string | null;
  /** What its stream told; `null` for engines without one. */
  readonly outcome: AgentOutcome | null;
  /** `null`: it had no gateway. */
  readonly gateway: GatewayRecord | null;
}

/** One thing that a program of the run wanted and was refused. */
export interface Denial {
  readonly kind: 'network' | 'permission';
  /** `host:port`, as it asked for it, or the tool and what it was to do; hostile text. */
  readonly target: string;
  readonly reason: string;
  readonly count: number;
}

/** The same for all of a run: also what the agent itself says that it was not permitted. */
export interface RunDenial {
  readonly kind: Denial['kind'];
  readonly during: 'condition' | 'collect' | 'setup' | 'agent' | 'check';
  /** Hostile text, on one line. */
  readonly target: string;
  readonly reason: string;
  readonly count: number;
}
