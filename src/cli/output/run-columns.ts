/** How a run stands in tables and details. */
import { formatDuration } from '../../words/duration.ts';
import { resultWords } from '../../words/explain-result.ts';
import { formatCost, formatUsage } from '../../words/format-usage.ts';
import { shortIdOf } from '../../words/ids.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { Diffstat, FindingCounts, RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';
import { relativeTime } from './relative-time.ts';
import type { StyleName } from './style.ts';
import type { Column } from './table.ts';

/** What runs cost stands there only where one of them cost something. */
export function runColumns(now: Date, runs: readonly RunView[] = []): readonly Column<RunView>[] {
  const anyUsage = runs.some(({ usage }) => formatUsage(usage) !== null);
  return [
    { title: 'run', text: (run) => shortIdOf(run.id) },
    { title: 'routine', text: routineWords, shrinkTo: 8 },
    {
      title: 'started',
      text: (run) => (run.startedAt === null ? '-' : relativeTime(run.startedAt, now)),
    },
    { title: 'took', text: (run) => tookOf(run, now), align: 'right' },
    { title: 'outcome', text: resultWords, style: outcomeStyle, shrinkTo: 12 },
    { title: 'findings', text: (run) => formatFinding(run.findings), shrinkTo: 8 },
    ...(anyUsage ? [COST] : []),
    { title: 'branch', text: (run) => run.branch ?? '-', shrinkTo: 10 },
  ];
}

/** A part stands under its run. */
function routineWords({ routine, part }: RunView): string {
  return part === null ? routine : `  by ${part.label}`;
}
const COST: Column<RunView> = {
  title: 'cost',
  text: ({ usage }) => formatCost(usage),
  align: 'right',
};

export function outcomeStyle(run: RunView): StyleName | null {
  if (run.state !== 'ended') return 'warn';
  if (run.skipped !== null) return 'faint';
  return wentWell(run) ? 'good' : 'bad';
}

export function tookOf(run: RunView, now: Date): string {
  if (run.startedAt === null) return '-';
  const end = run.endedAt === null ? now.getTime() : Date.parse(run.endedAt);
  return formatDuration(Math.max(0, end - Date.parse(run.startedAt)));
}

/** `3 new, 12 known`; `-` when there is nothing. */
export function formatFinding(counts: FindingCounts): string {
  const parts = [
    [counts.new, 'new'],
    [counts.regressed, 'regressed'],
    [counts.known, 'known'],
    [counts.resolved, 'resolved'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return words.length === 0 ? '-' : words.join(', ');
}

/** `2 files, +8 −2`. */
export function formatDiffstat(diffstat: Diffstat): string {
  return `${plural(diffstat.files, 'file')}, +${diffstat.insertions} −${diffstat.deletions}`;
}
