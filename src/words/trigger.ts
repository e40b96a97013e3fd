/** What makes a routine due: the key `on`, in full form. Plain data. */
import type { RoutineId } from './ids.ts';

export type Trigger =
  | ScheduleTrigger
  | WebhookTrigger
  | DeploymentTrigger
  | GitTrigger
  | FilesTrigger
  | RoutineTrigger
  | ManualTrigger;

export interface ScheduleTrigger {
  readonly kind: 'schedule';
  readonly when: ScheduleRule;
  readonly timezone: string;
  /** There when the schedule was written in words. */
  readonly phrase?: SchedulePhrase;
}

export type ScheduleRule =
  | { readonly kind: 'cron'; readonly expression: string }
  | { readonly kind: 'every'; readonly ms: number }
  /** A local wall time without zone, `2026-12-01T09:00`. */
  | { readonly kind: 'at'; readonly local: string };

/** A schedule as it was written in words, and what it came to. */
export interface SchedulePhrase {
  /** In lower case, without zone: `daily between 01:00 and 04:00`. */
  readonly text: string;
  /** `between 01:00 and 04:00`, from which the time was scattered; `null` when the words left nothing open. */
  readonly stretch: string | null;
  /** The same with the time found: `daily at 02:12`. */
  readonly outcome: string;
}

export const WEBHOOK_SCHEMES = ['standard', 'github', 'gitlab-token'] as const;
export type WebhookScheme = (typeof WEBHOOK_SCHEMES)[number];

/** POST /hooks/<routine>. With a deployment trigger beside it, only deliveries that are deployments count, and as such. */
export interface WebhookTrigger {
  readonly kind: 'webhook';
  readonly scheme: WebhookScheme;
  /** The name of the environment variable that holds the secret, read when the daemon starts. */
  readonly secret: string;
}

export interface DeploymentTrigger {
  readonly kind: 'deployment';
  /** `null`: any. */
  readonly environment: string | null;
  /** Lower case, as the host of the code says it; by default `success`. */
  readonly states: readonly string[];
  /** A branch or tag that moves to what is deployed, watched; `null`: told by hook or `emit` only. */
  readonly ref: string | null;
}

export interface GitTrigger {
  readonly kind: 'git';
  /** Glob patterns of branch names (`main`, `release/*`, `origin/main`). Only moves count, not what is there at first. */
  readonly branches: readonly string[];
  /** gitignore-like patterns: a move counts when it changed a file that matches; empty: any. */
  readonly paths: readonly string[];
  /** Glob patterns of tag names; new tags and moved ones count. */
  readonly tags: readonly string[];
}

export interface FilesTrigger {
  readonly kind: 'files';
  /** gitignore-like patterns, relative to the checkout's root. */
  readonly paths: readonly string[];
  /** How long it has to be quiet before the changes count, together. */
  readonly debounceMs: number;
}

export const RUN_OUTCOMES = ['succeeded', 'failed', 'any'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export interface RoutineTrigger {
  readonly kind: 'routine';
  readonly completed: readonly RoutineId[];
  /** `succeeded`: execution succeeded and report valid; `failed`: everything else. */
  readonly outcome: readonly RunOutcome[];
}

export interface ManualTrigger {
  readonly kind: 'manual';
  readonly inputs: Readonly<Record<string, InputRule>>;
}

export const INPUT_TYPES = ['string', 'number', 'boolean', 'choice'] as const;

export interface InputRule {
  readonly type: (typeof INPUT_TYPES)[number];
  readonly description: string | null;
  readonly required: boolean;
  readonly byDefault: string | number | boolean | null;
  /** For `choice`; else empty. */
  readonly options: readonly string[];
}
