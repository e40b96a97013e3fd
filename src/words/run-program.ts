/**
 * The program of a run, as pure decisions: which step comes next, and what the parts of the result are.
 * The supervisor asks, acts, and stores the cursor before and after.
 */
import { type AgentExit, hasSucceeded } from './agent-exit.ts';
import type { Failure } from './errors.ts';
import {
  RUN_STEPS,
  type RunProgress,
  type RunRecord,
  type RunResult,
  type RunStep,
} from './run.ts';

/** Done once, however often the agent is started: what it is told and how comes again. */
export const STEPS_BEFORE_BRIEF: readonly RunStep[] = RUN_STEPS.slice(
  0,
  RUN_STEPS.indexOf('brief'),
);

/** What has happened so far, as far as the order of steps depends on it. */
export interface ProgramState {
  /** Steps that ended, well or not. */
  readonly finished: readonly RunStep[];
  readonly failed: boolean;
  readonly skipped: boolean;
  readonly cancelled: boolean;
  readonly agentExit: AgentExit | null;
  /** Its parts do the work, each in a worktree of its own. Default: false. */
  readonly leads?: boolean;
}

/** The next step to run, or `null` when the run is over. Steps that do not apply are passed over. */
export function nextStep(state: ProgramState): RunStep | null {
  const last = state.finished.at(-1);
  const from = last === undefined ? 0 : RUN_STEPS.indexOf(last) + 1;
  return RUN_STEPS.slice(from).find((step) => applies(step, state)) ?? null;
}

function applies(step: RunStep, state: ProgramState): boolean {
  switch (step) {
    case 'gate':
    case 'open':
    case 'condition':
    case 'collect':
    case 'brief':
    case 'work':
      return !state.failed && !state.skipped && !state.cancelled;
    case 'prepare':
      return state.leads !== true && !state.failed && !state.skipped && !state.cancelled;
    case 'check':
      return (
        state.leads !== true && !state.skipped && !state.cancelled && hasSucceeded(state.agentExit)
      );
    case 'hand-back':
      // Also after a failure: it keeps the agent's work, or gives back what `open` took.
      return state.finished.includes('open');
    case 'report':
    case 'outbox':
    case 'deliver':
      return !state.skipped;
  }
}

/** The parts of the result of a run that has gone through its steps. */
export function resultOf(record: Pick<RunRecord, 'agentExit' | 'failure' | 'progress'>): RunResult {
  const { progress } = record;
  return {
    execution: executionOf(record),
    report: progress.report?.kind ?? 'missing',
    checks: progress.checks ?? 'none',
    changes: changesOf(progress),
    proposals: progress.proposals ?? 'none',
    delivery: progress.delivery ?? 'none',
    review:
      progress.changes?.kind === 'branch' || progress.proposals === 'held' ? 'pending' : 'none',
  };
}

function executionOf(record: Pick<RunRecord, 'agentExit' | 'failure'>): RunResult['execution'] {
  const exit = record.agentExit;
  if (exit === null) return executionOfFailure(record.failure);
  switch (exit.cause) {
    case 'exited':
      // What it was denied may have been all it was there for.
      if (exit.outcome !== null && BOUNDED.has(exit.outcome.end.reason)) return 'limit-reached';
      return hasSucceeded(exit) && record.failure?.code !== 'denied' ? 'succeeded' : 'failed';
    case 'signalled':
    case 'not-started':
      return 'failed';
    case 'timed-out':
    case 'silent':
      return 'timed-out';
    case 'disk-full':
    case 'limited':
    case 'over-budget':
    case 'over-limit':
      return 'limit-reached';
    case 'unauthorized':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
    case 'lost':
      return 'lost';
  }
}

/** Ends of an engine's own that are bounds, not faults. */
const BOUNDED: ReadonlySet<string> = new Set(['turns', 'budget', 'limit']);

function executionOfFailure(failure: Failure | null): RunResult['execution'] {
  if (failure?.code === 'cancelled') return 'cancelled';
  // Its supervisor died, or its worker was not heard of.
  return failure?.code === 'lost' || failure?.code === 'lease-lost' ? 'lost' : 'failed';
}

function changesOf(progress: RunProgress): string {
  const { changes } = progress;
  if (changes === null) return 'none';
  return changes.kind === 'refused' ? `refused(${changes.reason})` : changes.kind;
}
