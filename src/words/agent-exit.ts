/** How one process of an agent ended, and what it was refused. */
import type { EndReason } from './agent-event.ts';
import type { EngineId } from './routine.ts';
import type { Usage } from './usage.ts';

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

// What an engine's stream told of one process of an agent, gathered by its supervisor.
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

// Whether an agent did what it was started for. One rule: an exit code of 0 alone proves nothing of an engine that tells more.

/** Exited by itself with 0 and, where its stream says how it ended, with a success. */
export function hasSucceeded(exit: AgentExit | null): boolean {
  return (
    exit?.cause === 'exited' &&
    exit.exitCode === 0 &&
    (exit.outcome === null || exit.outcome.end.reason === 'success')
  );
}

/** The exit of an agent that was not started, or whose end was not observed: only the reason is known. */
export function unseenExit(cause: 'not-started' | 'lost', message: string): AgentExit {
  return {
    cause,
    exitCode: null,
    signal: null,
    durationMs: 0,
    outputBytes: 0,
    droppedBytes: 0,
    strays: 0,
    denied: [],
    message,
    outcome: null,
    gateway: null,
  };
}

// Why a run's agent has another process, and by which engine: decided and stored before it is started.

/** Decided when the process before it ended, and stored with its end: an agent is never started again without one. */
export interface AttemptPlan {
  /** 2 for the second process of the run. */
  readonly number: number;
  readonly reason: AttemptReason;
  /** The first of them that can start here takes it; from its start on that one alone. */
  readonly engines: readonly EngineId[];
  /** To be taken up, as far as its engine can; `null`: a new one that is told what went before. */
  readonly session: EngineSession | null;
  /** Of the process that ended. */
  readonly after: EngineId;
  readonly endedAt: string;
  /** ISO 8601; `null` = at once. */
  readonly notBefore: string | null;
}

/** All texts may be hostile. */
export type AttemptReason =
  /** Its model's side takes requests again; `why`: what it had said. */
  | { readonly kind: 'resumed'; readonly why: string }
  /** `by` is `null` for the default that was taken because no answer came. */
  | {
      readonly kind: 'answered';
      readonly question: string;
      readonly answer: string;
      readonly by: string | null;
    }
  | { readonly kind: 'fallback'; readonly why: string }
  | { readonly kind: 'retried'; readonly why: string };
