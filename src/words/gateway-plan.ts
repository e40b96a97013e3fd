/** The way from an agent to its model, as data: the key is added outside, where the agent never sees it. */
import type { UpstreamProxy } from './network-plan.ts';

export const WIRE_FORMATS = ['anthropic', 'openai-responses', 'openai-chat', 'gemini'] as const;
/** How a model's endpoint is spoken to. */
export type WireFormat = (typeof WIRE_FORMATS)[number];

/** Opened by the supervisor before the agent starts, closed when its last process has ended. Never stored: it holds the key. */
export interface GatewayPlan {
  /** Absolute base URL of the endpoint, with a path where it has one: `https://api.anthropic.com`. */
  readonly upstream: string;
  /** Its path has all that stands before the format's own, also where no version is in it. */
  readonly exact?: true;
  readonly api: WireFormat;
  /** `null`: the endpoint wants none. */
  readonly key: ModelKey | null;
  /** What the agent holds instead of the key, made for this run: a request without it is refused. */
  readonly token: string;
  /** A unix socket in the sandbox's folder, led to by the relay inside; else a port on loopback. */
  readonly at:
    | { readonly kind: 'socket'; readonly path: string }
    | { readonly kind: 'loopback'; readonly port: number };
  /** What this process may still use; `null` = as much as it wants. */
  readonly budget: GatewayBudget | null;
  /** US dollars a million tokens, by the model's name (`*` at the end stands for any rest). */
  readonly prices: readonly ModelPrice[];
  /** What a model that is not among them counts as, lest it be free for its budget; `null`: its cost stays unknown. */
  readonly unknownPrice: Omit<ModelPrice, 'model'> | null;
  /** How often a request may be refused with 429 or 5xx in a row before the agent is ended. */
  readonly maxRefusals: number;
  /** Answers of the model, for engines that keep to no such bound themselves; `null` = as many as it takes. */
  readonly maxTurns: number | null;
  /** The user's own proxy, through which this machine gets out. */
  readonly proxy: UpstreamProxy | null;
  /** Where sizes, statuses and times go, one JSON object a request; never contents. */
  readonly log: string;
}

export interface ModelKey {
  /** The variable it comes from, for people. */
  readonly name: string;
  readonly value: string;
}

export interface GatewayBudget {
  readonly usd: number | null;
  readonly tokens: number | null;
  /** Says so once this share is used, 0…1. */
  readonly warnAt: number;
  readonly onExceed: 'stop' | 'warn';
}

export interface ModelPrice {
  readonly model: string;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

// What one process of an agent may use, as far as its own stream tells. Plain data, from `brief` to the supervisor.
export interface RunBounds {
  /** `null` = as much as it wants, or its gateway looks after it. */
  readonly budget: GatewayBudget | null;
  /** Which bound that comes from, for people. */
  readonly because: string;
  /** Answers of its model; `null` = as many as it takes, or the engine looks after it. */
  readonly maxTurns: number | null;
  readonly prices: readonly ModelPrice[];
  /** If its stream names none. */
  readonly model: string | null;
}
