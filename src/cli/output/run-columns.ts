/** How a run stands in tables and details. */
import { formatDuration } from '../../words/duration.ts';
import { shortIdOf } from '../../words/ids.ts';
import { relativeTime } from '../../words/local-time.ts';
import { resultWords, wentWell, isResting } from '../../words/run-outcome.ts';
import type { Diffstat, FindingCounts, RunView, RunPart } from '../../words/run.ts';
import { plural, oneLine } from '../../words/text.ts';
import { formatCost, formatUsage } from '../../words/usage.ts';
import { formatPart } from '../../words/variants/parts.ts';
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

// The parts of a run in lists and details: one line an engine.

/** `claude` → `a1b2c3  succeeded, 2 files, +8 −2, roundsman/…`. */
export function partFields({ parts }: RunView): readonly [string, string][] {
  return parts.map((part) => [part.label, partLine(part)]);
}

function partLine(part: RunPart): string {
  const { id, state, branch, diffstat, failure, model } = part;
  const words = [
    model,
    oneLine(formatPart(part), 120),
    diffstat === null ? null : formatDiffstat(diffstat),
    branch,
    state === 'left-out' && failure !== null ? oneLine(failure.message) : null,
  ];
  const told = words.filter((one) => one !== null).join(', ');
  return id === null ? told : `${shortIdOf(id)}  ${told}`;
}

/** `claude: roundsman/…-claude (2 files, +8 −2)`, a line each; `null` when none of them has one. */
export function partBranches({ parts }: RunView): string | null {
  const lines = parts.flatMap(({ label, branch, diffstat }) => {
    if (branch === null) return [];
    const stat = diffstat === null ? '' : ` (${formatDiffstat(diffstat)})`;
    return [`${branch}${stat}, by ${label}`];
  });
  return lines.length === 0 ? null : lines.join('\n');
}

// What stands under a run at rest in `status`: why it rests, and the ways on. Pure.

/** Empty for a run that is at work. @param daemon whether one is there to continue with it */
export function formatResting(run: RunView, { daemon }: { readonly daemon: boolean }): string {
  if (!isResting(run)) return '';
  const id = shortIdOf(run.id);
  const why = oneLine(run.waitingFor ?? '', 400);
  // What others wrote comes last: nothing after it is ours.
  const end = `end it: roundsman cancel ${id}`;
  if (run.state === 'waiting')
    return `answer it: roundsman answer ${id} · ${end} · it asks: ${why}${choices(run)}`;
  const then = daemon ? '' : 'needs a daemon to continue: roundsman start · ';
  return `${then}at once: roundsman retry ${id} · ${end} · because ${why}`;
}

/** Theirs, too. */
function choices({ question, until }: RunView): string {
  if (question === undefined) return '';
  const options = question.options.map((option, at) => `${at + 1} ${oneLine(option, 60)}`);
  const fallback = question.default === null ? null : oneLine(question.default, 60);
  return [
    options.length === 0 ? '' : ` [${options.join(' | ')}]`,
    fallback === null || until === null ? '' : ` (else at the deadline: ${fallback})`,
  ].join('');
}
