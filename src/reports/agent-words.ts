/** How the agent of a run ended, what it printed and what it used, for the table of a report. Safe Markdown. */
import { formatDuration } from '../words/duration.ts';
import { formatUsage } from '../words/format-usage.ts';
import { escapeMarkdown, plural } from '../words/text.ts';
import type { ReportSource } from './contract.ts';

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
