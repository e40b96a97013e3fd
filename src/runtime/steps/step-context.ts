/** What a step is given, and the stores it works on. */
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import type { Stores } from '../../store/stores.ts';
import type { Redactor } from '../../words/redaction/redactor.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunRecord, StepOutcome } from '../../words/run.ts';
import type { StepProbe } from '../../words/step-probe.ts';

export interface StepRequest {
  readonly spec: RunSpec;
  /** As the supervisor stored it just before the step. */
  readonly record: RunRecord;
  readonly signal: AbortSignal;
  /** One for the run in this process: what it learns holds for later steps. Without it one is made for this step. */
  readonly redactor?: Redactor;
  progress(text: string): void;
  readonly probe?: StepProbe;
}

export interface StepContext extends StepRequest, Stores {
  readonly redactor: Redactor;
  readonly paths: RunPaths;
  readonly clock: Clock;
  readonly env: Environment;
  readonly gitEnv: Readonly<Record<string, string>>;
}

export interface StepAnswer {
  readonly outcome: StepOutcome;
  readonly launch: LaunchPlan | null;
}

/** The outcome of a step that has nothing more to say. */
export function done(patch: StepOutcome['patch'] = {}): StepOutcome {
  return { kind: 'done', patch };
}
