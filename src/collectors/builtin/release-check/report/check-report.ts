/**
 * The report of a check, as a release manager reads it: whether the notes hold, what is to be mended, the heaviest
 * first, then every entry with what makes it true, and what was not asked about. Words from outside are quoted.
 */
import { renderEntryTable } from './entry-table.ts';
import { renderIssues } from './issues.ts';
import { renderNotAsked } from './not-asked.ts';
import { renderOffer } from './offer.ts';
import { renderPerhaps } from './perhaps.ts';
import type { CheckReport } from './report-source.ts';
import { renderSummary } from './summary.ts';

export function renderCheckReport(report: CheckReport): string {
  const { plan } = report;
  const sections = [
    { heading: 'Summary', body: renderSummary(report) },
    { heading: 'Findings', body: renderIssues(plan) },
    { heading: 'Perhaps', body: renderPerhaps(plan.facts) },
    { heading: 'Proposed entries', body: renderOffer(report) },
    { heading: 'Entries and their commits', body: renderEntryTable(plan.facts) },
    { heading: 'Not asked about', body: renderNotAsked(plan) },
  ];
  return sections
    .filter(({ body }) => body !== '')
    .map(({ heading, body }) => `## ${heading}\n\n${body}\n`)
    .join('\n');
}
