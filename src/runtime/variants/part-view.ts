/** A part as the run that it belongs to tells it. Pure. */
import type { Failure } from '../../words/errors.ts';
import type { AgentVariant } from '../../words/routine.ts';
import type { RunPart, RunView } from '../../words/run.ts';

export interface PartPlace {
  readonly index: number;
  readonly label: string;
  readonly variant: AgentVariant;
}

export function partOfView({ index, label, variant }: PartPlace, view: RunView): RunPart {
  return {
    index,
    label,
    id: view.id,
    engine: view.engine,
    model: variant.model,
    state: view.state,
    result: view.result,
    skipped: view.skipped,
    branch: view.branch,
    head: view.head,
    diffstat: view.diffstat,
    findings: view.findings,
    usage: view.usage,
    credentials: view.credentials,
    isolation: view.isolation,
    until: view.until,
    waitingFor: view.waitingFor,
    reportPath: view.reportPath,
    failure: view.failure,
    startedAt: view.startedAt,
    endedAt: view.endedAt,
  };
}

/** Not begun yet; with a failure it never will be. */
export function partWithoutRun(
  { index, label, variant }: PartPlace,
  failure: Failure | null,
): RunPart {
  return {
    index,
    label,
    id: null,
    engine: variant.engine,
    model: variant.model,
    state: failure === null ? 'queued' : 'left-out',
    result: null,
    skipped: null,
    branch: null,
    head: null,
    diffstat: null,
    findings: { new: 0, known: 0, resolved: 0, regressed: 0 },
    usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: null, estimated: false },
    credentials: null,
    isolation: null,
    until: null,
    waitingFor: null,
    reportPath: null,
    failure,
    startedAt: null,
    endedAt: null,
  };
}
