/** The events that a run reports, one JSON object a line of events.jsonl. `at` is ISO 8601. */
import type { RunStep } from './run.ts';

export type RunEvent =
  | {
      readonly kind: 'step';
      readonly at: string;
      readonly step: RunStep;
      readonly phase: 'begun' | 'done' | 'failed' | 'skipped';
    }
  /** What a step is doing now: `npm ci`, `blame 12 of 40 files`. */
  | { readonly kind: 'progress'; readonly at: string; readonly text: string }
  /** The newest whole line the agent printed, controls stripped, at most a few a second. */
  | { readonly kind: 'agent-line'; readonly at: string; readonly text: string }
  | { readonly kind: 'notice'; readonly at: string; readonly text: string }
  | { readonly kind: 'ended'; readonly at: string };
