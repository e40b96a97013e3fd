/**
 * The sweep's report, as a person reads it in the morning: the lead, what happened, what moved and is gone, the ten
 * notes that matter, and where they all are. Every word that came from the code is quoted.
 */
import { renderBreakdown } from './breakdown.ts';
import { renderListing } from './listing.ts';
import { renderNews } from './news.ts';
import type { SweepReport } from './report-source.ts';
import { renderSummary } from './summary.ts';

export function renderSweepReport(report: SweepReport): string {
  const sections = [
    { heading: 'Summary', body: renderSummary(report) },
    ...renderNews(report),
    { heading: 'Findings', body: renderListing(report) },
    { heading: 'By area, owner and age', body: renderBreakdown(report.plan) },
  ];
  return sections
    .filter(({ body }) => body !== '')
    .map(({ heading, body }) => `## ${heading}\n\n${body}\n`)
    .join('\n');
}
