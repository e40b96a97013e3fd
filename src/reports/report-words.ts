/** Words that the lead and the run facts share. */
import { formatDuration } from '../words/duration.ts';
import { shortIdOf, type RunId } from '../words/ids.ts';
import type { Diffstat } from '../words/run.ts';
import { plural, escapeMarkdown } from '../words/text.ts';
import { formatUsage } from '../words/usage.ts';
import type { ReportSource } from './contract.ts';

/** `2 files, +10 −3`. */
export function formatDiff(diffstat: Diffstat): string {
  return `${plural(diffstat.files, 'file')}, +${diffstat.insertions} −${diffstat.deletions}`;
}

/** A hint names the run as `RUN`; here it is known which. */
export function hintFor(hint: string, run: RunId): string {
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
