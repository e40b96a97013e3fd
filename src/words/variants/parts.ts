/** What came of a run whose parts did its work: well if one of them did well. Pure. */
import { type AgentExit, unseenExit } from '../agent-exit.ts';
import { type Failure, assertNever } from '../errors.ts';
import { shortIdOf } from '../ids.ts';
import type { Agent, AgentVariant } from '../routine.ts';
import type { PartOf } from '../run-spec.ts';
import type { ChangesVerdict, RunPart, RunProgress, RunResult } from '../run.ts';
import { addUsage, NO_USAGE, type CountedUsage, type Usage } from '../usage.ts';

export interface JudgedParts {
  readonly exit: AgentExit;
  readonly failure: Failure | null;
}

/** `cancelled`: the reason, when the run was asked to stop before all parts were done. */
export function judgeParts(
  parts: readonly RunPart[],
  { durationMs, cancelled }: { readonly durationMs: number; readonly cancelled: string | null },
): JudgedParts {
  const common = { ...unseenExit('lost', ''), durationMs, message: null };
  if (parts.some(hasDoneWell))
    return { exit: { ...common, cause: 'exited', exitCode: 0 }, failure: null };
  if (cancelled !== null) {
    const failure = { code: 'cancelled', message: cancelled, hint: '' };
    return { exit: { ...common, cause: 'cancelled', message: cancelled }, failure };
  }
  const ran = parts.filter(({ state }) => state !== 'left-out');
  const ends = new Set(ran.map(({ result }) => result?.execution ?? 'failed'));
  const [end] = ends;
  const cause = ends.size === 1 && end !== undefined ? CAUSES[end] : 'exited';
  const first = ran.find(({ id }) => id !== null)?.id ?? null;
  return {
    exit: { ...common, cause, exitCode: cause === 'exited' ? 1 : null },
    failure: {
      code: 'no-variant-succeeded',
      message: `none of the variants succeeded: ${ran.map(endWords).join(', ')}`,
      hint: first === null ? '' : `Each has a log of its own: roundsman logs ${shortIdOf(first)}`,
    },
  };
}

const CAUSES: Readonly<Record<RunResult['execution'], AgentExit['cause']>> = {
  succeeded: 'exited',
  failed: 'exited',
  'timed-out': 'timed-out',
  cancelled: 'cancelled',
  lost: 'lost',
  'limit-reached': 'limited',
};

export function hasDoneWell({ result }: Pick<RunPart, 'result'>): boolean {
  return result?.execution === 'succeeded';
}

/** `codex timed-out`; `claude failed`. */
function endWords({ label, result, skipped, failure }: RunPart): string {
  const end = skipped === null ? (result?.execution ?? 'failed') : 'skipped';
  return `${label} ${end}${failure === null || end === 'skipped' ? '' : ` (${failure.code})`}`;
}

/** What the run's own record says of what its parts left. */
export function progressOfParts(parts: readonly RunPart[]): Partial<RunProgress> {
  const credentials = new Set(parts.map((part) => part.credentials));
  return {
    parts,
    usage: usageOfParts(parts),
    changes: changesOfParts(parts),
    checks: checksOfParts(parts),
    credentials: credentials.has('inside')
      ? 'inside'
      : credentials.has('outside')
        ? 'outside'
        : null,
  };
}

function usageOfParts(parts: readonly RunPart[]): CountedUsage {
  const ran = parts.filter(({ state }) => state !== 'left-out');
  const sum = ran
    .map(({ usage }): Usage => usage)
    .reduce<Usage>((one, other) => addUsage(one, other), NO_USAGE);
  const estimated = ran.some(({ usage }) => usage.estimated);
  const { inputTokens, cachedTokens, outputTokens, costUsd } = sum;
  return { inputTokens, cachedTokens, outputTokens, costUsd, source: 'none', estimated };
}

function changesOfParts(parts: readonly RunPart[]): ChangesVerdict {
  if (parts.some(({ branch }) => branch !== null)) return { kind: 'branch' };
  const refused = parts.filter(({ result }) => result?.changes.startsWith('refused') === true);
  if (refused.length === 0) return { kind: 'none' };
  return { kind: 'refused', reason: refused.map(({ label }) => label).join(', ') };
}

/** Passed where one passed that did well: the comparison names the others. */
function checksOfParts(parts: readonly RunPart[]): 'passed' | 'failed' | 'none' {
  const checks = new Set(parts.filter(hasDoneWell).map(({ result }) => result?.checks));
  if (checks.has('passed')) return 'passed';
  return checks.has('failed') ? 'failed' : 'none';
}

// How a part stands, in a few words. Pure.

/** `runs as 3f8k2a`, `succeeded, report invalid`, `left out (engine-missing)`. */
export function formatPart(part: RunPart): string {
  const as = part.id === null ? '' : ` as ${shortIdOf(part.id)}`;
  switch (part.state) {
    case 'queued':
      return part.id === null ? 'waits for a place' : `begins${as}`;
    case 'running':
      return `runs${as}`;
    case 'waiting':
      return `waits for an answer${as}`;
    case 'parked':
      return `parked${as}${part.until === null ? '' : ` until ${part.until}`}`;
    case 'left-out':
      return `left out${part.failure === null ? '' : ` (${part.failure.code})`}`;
    case 'ended':
      return endedWords(part);
    default:
      return assertNever(part.state);
  }
}

function endedWords({ result, skipped, failure }: RunPart): string {
  if (skipped !== null) return `skipped: ${skipped}`;
  if (result === null) return 'ended';
  return [
    result.execution,
    ...(result.report === 'valid' ? [] : [`report ${result.report}`]),
    ...(result.checks === 'failed' ? ['checks failed'] : []),
    ...(result.changes.startsWith('refused') ? ['changes refused'] : []),
    ...(result.execution === 'succeeded' || failure === null ? [] : [failure.code]),
  ].join(', ');
}

// Whether a run leaves its work to several engines, each in a run of its own: its parts.
export interface MayLead {
  readonly routine?: { readonly agent: Pick<Agent, 'variants'> };
  readonly part?: PartOf;
}

export function leadsParts({ routine, part }: MayLead): boolean {
  return part === undefined && (routine?.agent.variants?.length ?? 0) > 0;
}

// What a variant is called in branches, tables and lines of progress.

/** The engine; with a number where one engine is there more than once. */
export function variantLabels(variants: readonly AgentVariant[]): readonly string[] {
  return variants.map(({ engine }, index) => {
    const same = variants.filter((one) => one.engine === engine).length;
    const nth = variants.slice(0, index + 1).filter((one) => one.engine === engine).length;
    return same === 1 ? engine : `${engine}-${nth}`;
  });
}
