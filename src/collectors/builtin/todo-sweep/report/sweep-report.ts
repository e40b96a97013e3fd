/**
 * The sweep's report, as a person reads it in the morning: the lead, what happened, what moved and is gone, the ten
 * notes that matter, and where they all are. Every word that came from the code is quoted. It is as long as leaves the
 * whole report within sixty lines: where much changed, the lists are shorter.
 */
import { countStanding, type SweepPlan } from '../plan-sweep.ts';
import { levelOf } from '../rank-notes.ts';
import { renderBreakdown } from './breakdown.ts';
import { renderListing } from './listing.ts';
import { foldNews, renderNews } from './news.ts';
import type { SweepReport } from './report-source.ts';
import { renderSummary } from './summary.ts';

/** Lines of the whole report. */
const WHOLE = 60;
/** Of it: title, lead and the folded run facts with a notice. */
const AROUND = 23;
/** What is new stands in front of a report, one a line; five where there are more than these. */
const MAX_IN_FRONT = 10;

interface Layout {
  /** Lines of each section of news; none: a point of the summary each. */
  readonly news: number;
  /** Notes. */
  readonly listed: number;
  readonly breakdown: boolean;
}

/** From the longest to the shortest. */
const LAYOUTS: readonly Layout[] = [
  { news: 10, listed: 10, breakdown: true },
  { news: 5, listed: 10, breakdown: true },
  { news: 3, listed: 10, breakdown: true },
  { news: 3, listed: 8, breakdown: true },
  { news: 3, listed: 10, breakdown: false },
  { news: 3, listed: 7, breakdown: false },
  { news: 0, listed: 10, breakdown: false },
  { news: 0, listed: 5, breakdown: false },
];
const SHORTEST: Layout = { news: 0, listed: 3, breakdown: false };

export function renderSweepReport(report: SweepReport): string {
  const fitting = LAYOUTS.map((layout) => ({ layout, text: renderLayout(report, layout) })).find(
    ({ layout, text }) => text.split('\n').length + linesAround(report, layout) <= WHOLE,
  );
  return fitting?.text ?? renderLayout(report, SHORTEST);
}

/** What others write before and after it. */
/* oxlint-disable-next-line eslint/max-params -- a report and how much of it */
function linesAround({ plan, outcome }: SweepReport, { listed }: Layout): number {
  const proposed = countStanding(plan, 'proposed');
  const others = plan.due.filter(
    ({ todo, standing }) => standing.kind !== 'proposed' && levelOf(todo) === 'high',
  );
  const hasBranch = outcome.marked.length > 0;
  const needs = Number(proposed > 0) + Number(hasBranch);
  // Proposals have one line, and two more where the list cannot name them all.
  const held = proposed === 0 ? 0 : proposed + others.length > listed ? 6 : 4;
  const replaces = hasBranch && plan.branches.some(({ isReplaced }) => isReplaced);
  return AROUND + (needs > 0 ? 1 + needs : 0) + held + Number(replaces) + linesInFront(plan);
}

function linesInFront({ due, first }: SweepPlan): number {
  const count = due.filter(({ news }) => news === 'new' || news === 'back').length;
  if (first || count === 0) return 0;
  return 3 + (count > MAX_IN_FRONT ? 6 : count);
}

/* oxlint-disable-next-line eslint/max-params -- a report and how much of it */
function renderLayout(report: SweepReport, { news, listed, breakdown }: Layout): string {
  const sections = [
    { heading: 'Summary', body: renderSummary(report, news === 0 ? foldNews(report) : []) },
    ...(news === 0 ? [] : renderNews(report, news)),
    { heading: 'Findings', body: renderListing(report, listed) },
    { heading: 'By area, owner and age', body: breakdown ? renderBreakdown(report.plan) : '' },
  ];
  return sections
    .filter(({ body }) => body !== '')
    .map(({ heading, body }) => `## ${heading}\n\n${body}\n`)
    .join('\n');
}
