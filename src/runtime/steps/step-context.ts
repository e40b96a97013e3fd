/** What a step is given, and the stores it works on. */
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import type { OpenedBase, WorktreeRequest } from '../../sandbox/run-worktree.ts';
import type { MessageStore, ToldStore } from '../../store/message-ports.ts';
import type {
  FindingStore,
  ItemStore,
  MemoryStore,
  NoteStore,
  ProposalStore,
  RunStore,
} from '../../store/ports.ts';
import type { RunPaths } from '../../store/state-paths.ts';
import { AppError } from '../../words/errors.ts';
import type { Redactor } from '../../words/redaction/redactor.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunRecord, StepOutcome } from '../../words/run.ts';
import { type StepProbe, noProbe } from '../../words/step-probe.ts';

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

export interface StepContext extends StepRequest {
  readonly redactor: Redactor;
  readonly paths: RunPaths;
  readonly clock: Clock;
  readonly env: Environment;
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly runs: RunStore;
  readonly findings: FindingStore;
  readonly items: ItemStore;
  readonly proposals: ProposalStore;
  readonly messages: MessageStore;
  readonly told: ToldStore;
  readonly notes: NoteStore;
  readonly memories: MemoryStore;
}

export interface StepAnswer {
  readonly outcome: StepOutcome;
  readonly launch: LaunchPlan | null;
}

/** The outcome of a step that has nothing more to say. */
export function done(patch: StepOutcome['patch'] = {}): StepOutcome {
  return { kind: 'done', patch };
}

/**
 * What `open` found out, from the run's record.
 * `null` while the run has no base: `open` did not get that far.
 */
export function openedBaseIfAny(context: StepContext): OpenedBase | null {
  const { base, baseRef, isolation, history } = context.record.progress;
  if (base === null || baseRef === null || isolation === null) return null;
  // Runs of earlier versions did not say; there was no other.
  return { base, baseRef, isolation, history: history ?? 'borrow', notices: [] };
}

export function openedBase(context: StepContext): OpenedBase {
  const opened = openedBaseIfAny(context);
  if (opened !== null) return opened;
  throw new AppError('internal', {
    code: 'no-base',
    message: `run ${context.spec.id} has no base yet`,
    hint: '',
  });
}

/** The part of a step's context that worktrees/ works with. */
export function worktreeRequest(context: StepContext): WorktreeRequest {
  const { spec, paths, gitEnv, env, clock, signal, redactor, probe = noProbe } = context;
  const progress = (text: string): void => context.progress(text);
  return { spec, paths, gitEnv, env, clock, signal, redactor, probe, progress };
}
