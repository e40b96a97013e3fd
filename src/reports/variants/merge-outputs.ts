/** What several engines left, as one agent's output: for the ledger, the outbox and the report of their run. Pure. */
import type { Hash } from '../../ledger/finding-fingerprint.ts';
import type { ReportVerdict, RunPart } from '../../words/run.ts';
import { hasDoneWell } from '../../words/variants/parts.ts';
import type { AgentOutput } from '../contract.ts';
import { mergeFindings, mergeProposals, type FoundBy } from './merge-lines.ts';

export interface JudgedPart {
  readonly part: RunPart;
  readonly verdict: ReportVerdict;
  readonly output: AgentOutput | null;
}

export interface MergedOutputs {
  readonly output: AgentOutput | null;
  readonly verdict: ReportVerdict;
  readonly foundBy: readonly FoundBy[];
  readonly notices: readonly string[];
}

/** What a part says counts where its report holds. */
export function mergeOutputs(judged: readonly JudgedPart[], hash: Hash): MergedOutputs {
  const verdict = verdictOf(judged);
  const valid = judged.flatMap(({ part, verdict: own, output }) =>
    own.kind === 'valid' && output !== null ? [{ part, output }] : [],
  );
  if (valid.length === 0) return { output: null, verdict, foundBy: [], notices: [] };
  const { findings, foundBy } = mergeFindings(
    valid.map(({ part: { label }, output }) => ({ label, findings: output.findings })),
    hash,
  );
  const { proposals, same } = mergeProposals(
    valid.map(({ part: { label }, output }) => ({
      label,
      proposals: output.proposals.map(({ value }) => value),
    })),
  );
  const quiet = verdict.kind === 'valid' && verdict.quiet;
  const outputs = valid.map(({ output }) => output);
  const output: AgentOutput = {
    report: null,
    noop: quiet ? (outputs.find(({ noop }) => noop !== null)?.noop ?? null) : null,
    question: outputs.find(({ question }) => question !== null)?.question ?? null,
    findings,
    proposals: proposals.map((value, at) => ({ line: at + 1, value })),
    decisions: outputs.flatMap(({ decisions }) => decisions),
    knowledge: outputs.flatMap(({ knowledge }) => knowledge),
    // What a part lacked that failed for it stands in its own report.
    missing: valid.flatMap(({ part, output: { missing } }) => (hasDoneWell(part) ? missing : [])),
    coverage: mergeCoverage(outputs),
    ...handoffOf(valid),
    problems: [],
    ignored: [],
  };
  const notices = same.map(
    ({ label, key, as }) => `what ${label} proposed as ${key} was proposed as ${as} already`,
  );
  return { output, verdict, foundBy, notices };
}

/** Labels each note with its part, so that the next run knows who wrote it. */
function handoffOf(
  valid: readonly { readonly part: RunPart; readonly output: AgentOutput }[],
): Pick<AgentOutput, 'handoff'> {
  const notes = valid.flatMap(({ part: { label }, output: { handoff } }) =>
    handoff === undefined ? [] : [`${label}: ${handoff}`],
  );
  return notes.length === 0 ? {} : { handoff: notes.join('\n\n') };
}

/** Valid where one is; quiet where all that are valid are. */
function verdictOf(judged: readonly JudgedPart[]): ReportVerdict {
  const valid = judged.flatMap(({ verdict }) => (verdict.kind === 'valid' ? [verdict] : []));
  if (valid.length > 0) return { kind: 'valid', quiet: valid.every(({ quiet }) => quiet) };
  const problems = judged.flatMap(({ part: { label }, verdict }) =>
    verdict.kind === 'invalid' ? verdict.problems.map((problem) => `${label}: ${problem}`) : [],
  );
  return problems.length === 0 ? { kind: 'missing' } : { kind: 'invalid', problems };
}

/** Of each collector the most that one of them looked at. */
function mergeCoverage(outputs: readonly AgentOutput[]): AgentOutput['coverage'] {
  const merged: Record<string, { examined: number }> = {};
  for (const { coverage } of outputs) {
    for (const [name, { examined }] of Object.entries(coverage))
      merged[name] = { examined: Math.max(examined, merged[name]?.examined ?? 0) };
  }
  return merged;
}
