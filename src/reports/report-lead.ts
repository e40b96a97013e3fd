/** The first words of a report, for the person who opens it: what came of the run, and what needs them. */
import { type AgentAttempt, type AgentExit, hasSucceeded } from '../words/agent-exit.ts';
import { formatDuration } from '../words/duration.ts';
import { assertNever } from '../words/errors.ts';
import { type CommitSha, shortIdOf, type RunId } from '../words/ids.ts';
import type { RunPart, Diffstat } from '../words/run.ts';
import { escapeMarkdown, inlineCode, oneLine, plural } from '../words/text.ts';
import { formatUsage } from '../words/usage.ts';
import { hasDoneWell } from '../words/variants/parts.ts';
import { sanitiseAgentPart } from './agent-part.ts';
import type { ReportSource } from './contract.ts';

// The first words of the report of a run with parts: how many did well, and which branches are to be compared.

/** `2 of 3 variants succeeded after 4m: claude, codex.` */
function succeededParts(parts: readonly RunPart[], exit: AgentExit): string {
  const good = parts.filter(hasDoneWell).map(({ label }) => label);
  const names = good.length === 0 ? '' : `: ${good.join(', ')}`;
  return `${good.length} of ${parts.length} variants succeeded after ${formatDuration(exit.durationMs)}${names}.`;
}

/** A line a branch. */
export function branchNeeds(parts: readonly RunPart[], base: CommitSha | null): readonly string[] {
  if (base === null) return [];
  return parts.flatMap(({ label, branch }) =>
    branch === null
      ? []
      : [`Review ${label}: ${inlineCode(`git diff ${base.slice(0, 12)}...${branch}`)}`],
  );
}

/** What one of them asked or lacked stands in its own report. */
function failedNeeds(parts: readonly RunPart[]): readonly string[] {
  return parts.flatMap(({ id, label, result, skipped }) => {
    if (id === null || skipped !== null || result === null) return [];
    if (result.execution === 'succeeded' && result.report === 'valid') return [];
    const what = result.execution === 'succeeded' ? `report ${result.report}` : result.execution;
    return [
      `See why ${label} ended as it did (${what}): ${inlineCode(`roundsman show ${shortIdOf(id)}`)}`,
    ];
  });
}

export interface Lead {
  /** One sentence or two. */
  readonly outcome: string;
  /** Each a line of its own: what a person is asked to do, most urgent first. */
  readonly needs: readonly string[];
}

export function leadOf(source: ReportSource): Lead {
  const onTheWay = onTheWayWords(source);
  return { outcome: `${outcomeOf(source)}${onTheWay}`, needs: needsOf(source) };
}

/** Its report holds, and no step of it failed or was refused. */
export function hasGoneWell({ verdict, failure, progress }: ReportSource): boolean {
  return (
    verdict.kind === 'valid' &&
    failure === null &&
    progress.changes?.kind !== 'refused' &&
    progress.checks !== 'failed'
  );
}

/** A quiet night of a run that went well: everything else deserves more than one line. */
export function isQuiet(source: ReportSource): boolean {
  const { verdict, progress, wokeFindings = [] } = source;
  return (
    hasGoneWell(source) &&
    verdict.kind === 'valid' &&
    verdict.quiet &&
    wokeFindings.length === 0 &&
    progress.changes?.kind !== 'branch'
  );
}

function outcomeOf(source: ReportSource): string {
  const { verdict, failure, agentExit } = source;
  const failed = failure === null ? null : sentence(escapeMarkdown(failure.message));
  if (agentExit === null || agentExit.cause === 'not-started') {
    const cancelled = failure?.code === 'cancelled' ? 'Cancelled' : 'Failed';
    return `**${cancelled} before the agent started.** ${failed ?? ''}`.trim();
  }
  switch (agentExit.cause) {
    case 'timed-out':
    case 'silent':
      return `**Timed out.** ${failed ?? ''} ${keptWords(source)}`.trim();
    case 'limited':
    case 'over-budget':
    case 'over-limit':
      return `**Stopped at a limit.** ${failed ?? ''} ${keptWords(source)}`.trim();
    case 'unauthorized':
      return `**The agent failed.** ${failed ?? ''} ${keptWords(source)}`.trim();
    case 'disk-full':
      return `**Ended for want of disk space.** ${failed ?? ''} ${keptWords(source)}`.trim();
    case 'cancelled':
      return `**Cancelled.** ${failed ?? ''} ${keptWords(source)}`.trim();
    case 'lost':
      return `**Lost.** ${failed ?? ''} ${keptWords(source)}`.trim();
    case 'exited':
    case 'signalled':
      break;
    default:
      return assertNever(agentExit.cause);
  }
  const ran = formatDuration(agentExit.durationMs);
  const parts = source.progress.parts ?? [];
  if (!hasSucceeded(agentExit)) {
    return `**The agent failed.** ${failed ?? ''} ${keptWords(source)}`.trim();
  }
  switch (verdict.kind) {
    case 'missing':
      if (parts.length > 0)
        return `**No report.** ${succeededParts(parts, agentExit)} None of them left a report that holds.`;
      return `**No report.** The agent ended with exit code 0 after ${ran}, but wrote no \`report.md\`: what it did is unknown. ${keptWords(source)}`.trim();
    case 'invalid':
      return `**The report does not hold.** ${plural(verdict.problems.length, 'problem')} in what the agent wrote, listed under Run facts. ${keptWords(source)}`.trim();
    case 'valid':
      return failed === null
        ? succeededWords(source)
        : `**Failed.** ${failed} ${keptWords(source)}`.trim();
    default:
      return assertNever(verdict);
  }
}

/** What a person would not expect of a run: it rested, or another engine took over. */
function onTheWayWords({ earlier = [], engine, spec }: ReportSource): string {
  const count = (kind: AgentAttempt['followedBy']): number =>
    earlier.filter(({ followedBy }) => followedBy === kind).length;
  const first = spec.routine.agent.engine;
  const parts = [
    count('resumed') > 0 ? 'its model’s side made it wait' : null,
    count('answered') > 0 ? 'it asked, and was answered' : null,
    count('retried') > 0 ? `it was started again ${plural(count('retried'), 'time')}` : null,
    engine !== undefined && engine !== first ? `${engine} took over from ${first}` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` On the way ${joined(parts)}.`;
}

function succeededWords(source: ReportSource): string {
  const { counts, output, agentExit, progress } = source;
  if (isQuiet(source)) {
    const reason = output?.noop?.reason ?? 'nothing new';
    return sanitiseAgentPart(`**Quiet.** ${sentence(oneLine(reason, 2_000))}`);
  }
  const parts = counts === null ? [] : countWords(counts);
  const findings = parts.length === 0 ? 'No findings.' : `${newsFirst(source)}${joined(parts)}.`;
  const led = progress.parts ?? [];
  if (led.length > 0 && agentExit !== null)
    return `**Done.** ${succeededParts(led, agentExit)} ${findings}`;
  return `**Done.** ${findings} ${keptWords(source)}`.trim();
}

/** Says first that there are only known findings, so that a reader need not look for news. */
function newsFirst({ counts, wokeFindings = [], progress }: ReportSource): string {
  if (counts === null || wokeFindings.length > 0 || (progress.parts ?? []).length > 0) return '';
  return counts.new + counts.regressed + counts.resolved === 0 ? 'Nothing new: ' : '';
}

function countWords(counts: NonNullable<ReportSource['counts']>): readonly string[] {
  return [
    counts.new > 0 ? plural(counts.new, 'new finding') : null,
    counts.regressed > 0 ? `${plural(counts.regressed, 'finding')} back` : null,
    counts.known > 0 ? `${counts.known} known` : null,
    counts.resolved > 0 ? `${counts.resolved} resolved` : null,
  ].filter((part) => part !== null);
}

function keptWords({ progress }: ReportSource): string {
  const { changes, branch, diffstat } = progress;
  if (changes?.kind === 'refused') return 'The changes were refused.';
  const branches = (progress.parts ?? []).filter((part) => part.branch !== null).length;
  if (branches > 0) return `${plural(branches, 'branch', 'branches')}.`;
  if (changes?.kind !== 'branch' || branch === null) return 'No branch.';
  const size = diffstat === null ? '' : `, ${formatDiff(diffstat)}`;
  return `Branch ${inlineCode(branch)}${size}.`;
}

function needsOf(source: ReportSource): readonly string[] {
  const { progress, proposals, failure, verdict, agentExit, spec } = source;
  const held = proposals.filter(({ state }) => state === 'held').length;
  const { changes, branch, base } = progress;
  const ran = agentExit !== null && agentExit.cause !== 'not-started';
  return [
    failure !== null && failure.hint !== '' ? escapeMarkdown(hintFor(failure.hint, spec.id)) : null,
    ran && failure === null && verdict.kind !== 'valid' && progress.parts === undefined
      ? `See what the agent printed: ${inlineCode(`roundsman logs ${shortIdOf(spec.id)}`)}`
      : null,
    progress.checks === 'failed' ? 'A check failed; its last lines are below.' : null,
    changes?.kind === 'refused'
      ? `The changes were refused: ${escapeMarkdown(changes.reason)}`
      : null,
    changes?.kind === 'branch' && branch !== null && base !== null
      ? `Review the branch: ${inlineCode(`git diff ${base.slice(0, 12)}...${branch}`)}`
      : null,
    ...branchNeeds(progress.parts ?? [], base),
    ...failedNeeds(progress.parts ?? []),
    held > 0 ? `Decide on ${plural(held, 'request')}: ${inlineCode('roundsman requests')}` : null,
    source.output?.question === null || source.output === null
      ? null
      : `The agent asked: ${escapeMarkdown(source.output.question.question)}`,
  ].filter((need) => need !== null);
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function sentence(text: string): string {
  const upper = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?…]$/.test(upper) ? upper : `${upper}.`;
}

// Words that the lead and the run facts share.

/** `2 files, +10 −3`. */
export function formatDiff(diffstat: Diffstat): string {
  return `${plural(diffstat.files, 'file')}, +${diffstat.insertions} −${diffstat.deletions}`;
}

/** A hint names the run as `RUN`; here it is known which. */
function hintFor(hint: string, run: RunId): string {
  return hint.replaceAll(/\bRUN\b/g, shortIdOf(run));
}

// How the agent of a run ended, what it printed and what it used, for the table of a report. Safe Markdown.
export function formatExecution({ agentExit }: ReportSource, execution: string): string {
  if (agentExit === null) return `${execution}; the agent was not started`;
  const cause =
    agentExit.cause === 'exited' ? `exit code ${agentExit.exitCode ?? 'unknown'}` : agentExit.cause;
  const told = [
    cause === execution ? null : cause,
    agentExit.signal === null ? null : escapeMarkdown(agentExit.signal),
    formatDuration(agentExit.durationMs),
  ];
  return `${execution} (${told.filter((one) => one !== null).join(', ')})`;
}

export function outputWords({ agentExit }: ReportSource): string | null {
  if (agentExit === null || agentExit.outputBytes === 0) return null;
  const { outputBytes, droppedBytes, strays } = agentExit;
  const dropped = droppedBytes === 0 ? '' : `, ${plural(droppedBytes, 'byte')} of it not kept`;
  const ended =
    strays === 0
      ? ''
      : `; ${plural(strays, 'process', 'processes')} outlived it and ${strays === 1 ? 'was' : 'were'} ended`;
  return `${plural(outputBytes, 'byte')} printed${dropped}${ended}`;
}

/** Where the key or log-in of its engine was; `null` when it has none. */
export function formatCredential({
  progress: { credentials, isolation },
}: Pick<ReportSource, 'progress'>): string | null {
  if (credentials === undefined || credentials === null) return null;
  if (credentials === 'inside') return 'inside: with the agent';
  return isolation === 'sandbox'
    ? 'outside: the agent never had the key'
    : 'outside: the agent was not given the key; only a sandbox keeps it from files and processes of this user that have it';
}

export function usedWords({ progress: { usage } }: ReportSource): string | null {
  return usage === null || usage === undefined ? null : formatUsage(usage);
}
