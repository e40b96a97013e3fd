/** The first words of the report of a run with parts: how many did well, and which branches are to be compared. */
import type { AgentExit } from '../../words/agent-exit.ts';
import { formatDuration } from '../../words/duration.ts';
import { shortIdOf, type CommitSha } from '../../words/ids.ts';
import type { RunPart } from '../../words/run.ts';
import { inlineCode } from '../../words/text.ts';
import { hasDoneWell } from '../../words/variants/judge-parts.ts';

/** `2 of 3 variants succeeded after 4m: claude, codex.` */
export function succeededParts(parts: readonly RunPart[], exit: AgentExit): string {
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
export function failedNeeds(parts: readonly RunPart[]): readonly string[] {
  return parts.flatMap(({ id, label, result, skipped }) => {
    if (id === null || skipped !== null || result === null) return [];
    if (result.execution === 'succeeded' && result.report === 'valid') return [];
    const what = result.execution === 'succeeded' ? `report ${result.report}` : result.execution;
    return [
      `See why ${label} ended as it did (${what}): ${inlineCode(`roundsman show ${shortIdOf(id)}`)}`,
    ];
  });
}
