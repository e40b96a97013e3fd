/**
 * What a supervisor and its worker say to each other: one JSON object a line, over the worker's stdin and
 * stdout. The supervisor decides which step is next and stores the cursor; the worker knows how a step is done.
 */
import type { LaunchPlan } from '../engines/launch-plan.ts';
import type { Secret } from '../words/redaction/secret.ts';
import type { RunRecord, RunStep, StepOutcome } from '../words/run.ts';

export type ToWorker =
  /** A worker is started before its run is known: it loads its parts meanwhile. */
  | {
      readonly kind: 'assign';
      readonly folder: string;
      /** What another worker of the run learned; comes through a pipe, and is never stored. */
      readonly secrets: readonly Secret[];
    }
  | { readonly kind: 'step'; readonly step: RunStep; readonly record: RunRecord }
  /** Removes what earlier runs may no longer keep; answered by an outcome without step. */
  | { readonly kind: 'clean-up'; readonly record: RunRecord }
  /** The step under way is to stop and undo itself. */
  | { readonly kind: 'cancel' };

export type FromWorker =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'notice'; readonly text: string }
  | {
      readonly kind: 'outcome';
      readonly outcome: StepOutcome;
      /** With `brief` only. Never stored: its environment holds values of `permissions.env`. */
      readonly launch: LaunchPlan | null;
    };
