/** A stored run as scripts and faces see it. Pure. */
import { engineSeen } from './current-attempt.ts';
import { formatVerdict } from './judge-run.ts';
import type { RunSpec } from './run-spec.ts';
import { RUN_PROTOCOL } from './run-spec.ts';
import type { RunPhase, RunRecord, RunView } from './run.ts';
import { EMPTY_PROGRESS } from './run.ts';
import { NO_USAGE, type CountedUsage } from './usage.ts';
import { leadsParts, variantLabels } from './variants/parts.ts';

const NO_FINDINGS = { new: 0, known: 0, resolved: 0, regressed: 0 };

export function toRunView(run: {
  readonly spec: RunSpec;
  readonly record: RunRecord | null;
}): RunView {
  const { spec, record } = run;
  const phase = record?.phase ?? { kind: 'queued' as const };
  const progress = record?.progress ?? EMPTY_PROGRESS;
  const protocol = Math.max(spec.protocol, record?.protocol ?? 0);
  return {
    id: spec.id,
    protocol,
    routine: spec.routine.id,
    definition: spec.definition,
    slot: spec.slot,
    event: spec.event,
    inputs: spec.inputs,
    handover: spec.handover ?? null,
    attempt: spec.attempt,
    engine: leadsParts(spec)
      ? enginesOf(spec).join(', ')
      : engineSeen(record, spec.routine.agent.engine),
    isolation: progress.isolation,
    state: phase.kind,
    waitingFor: waitingFor(phase),
    step: phase.kind === 'running' ? phase.cursor.step : null,
    result: phase.kind === 'ended' ? phase.result : null,
    skipped: record?.skipped ?? null,
    quiet: progress.report?.kind === 'valid' && progress.report.quiet,
    base: progress.base,
    head: progress.head,
    branch: progress.branch,
    diffstat: progress.diffstat,
    item: spec.item ?? null,
    parts: progress.parts ?? [],
    part: partOf(spec),
    reportPath: progress.reportPath,
    window: spec.window,
    findings: progress.findings ?? NO_FINDINGS,
    usage: usageOf(progress.usage ?? NO_USAGE),
    credentials: progress.credentials ?? null,
    provider: progress.provider ?? null,
    earlier: record?.earlier ?? [],
    until: phase.kind === 'parked' || phase.kind === 'waiting' ? phase.until : null,
    ...(phase.kind === 'waiting' ? { question: phase.question } : {}),
    startedAt: record?.startedAt ?? null,
    endedAt: phase.kind === 'ended' ? phase.endedAt : null,
    failure: record?.failure ?? null,
    denied: progress.denied ?? [],
    notices: [...formNotice(protocol, phase.kind), ...progress.recoveries, ...progress.notices],
  };
}

/** Those that work: of a run with parts their labels. */
export function enginesOf(spec: RunSpec): readonly string[] {
  const { engine, variants } = spec.routine.agent;
  return leadsParts(spec) ? variantLabels(variants) : [engine];
}

function partOf({ part }: RunSpec): RunView['part'] {
  return part === undefined ? null : { of: part.of, index: part.index, label: part.label };
}

function usageOf({
  inputTokens,
  cachedTokens,
  outputTokens,
  costUsd,
  estimated,
}: CountedUsage): RunView['usage'] {
  return { inputTokens, cachedTokens, outputTokens, costUsd, estimated };
}

function waitingFor(phase: RunPhase): string | null {
  if (phase.kind === 'waiting') return phase.question.question;
  return phase.kind === 'parked' ? phase.reason : null;
}

/** The record of an ended run is complete, regardless of which version made it. */
function formNotice(protocol: number, phase: string): readonly string[] {
  if (phase === 'ended' || protocol === RUN_PROTOCOL) return [];
  const kind = protocol > RUN_PROTOCOL ? 'newer' : 'older';
  return [formatVerdict({ kind, protocol })].filter((words) => words !== null);
}
