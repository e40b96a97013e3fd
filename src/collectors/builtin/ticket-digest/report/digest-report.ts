/**
 * The digest as a support lead reads it in the morning: what came in and what is new, the urgent tickets, the
 * themes with quotes and the first ids of each, and the account. Every word of a ticket is escaped or quoted.
 */
import { OUT_LIMITS } from '../../../../engines/out-limits.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { renderAccount } from './account.ts';
import { renderPaused } from './paused.ts';
import { renderSummary } from './summary.ts';
import { renderThemes } from './themes.ts';
import type { IdStyle } from './ticket-ids.ts';
import { renderUrgent } from './urgent.ts';

/** Some room is left for what a character takes in UTF-8. */
const MAX_BYTES = OUT_LIMITS.maxFileBytes - 20_000;

/** More ids of a theme are a wall; its finding lists them all. */
const MOST_IDS = 6;

/** From the fullest form to the one that always fits. */
const STYLES: readonly IdStyle[] = [
  { links: true, most: MOST_IDS, maxLength: Number.POSITIVE_INFINITY },
  { links: false, most: MOST_IDS, maxLength: Number.POSITIVE_INFINITY },
];

/** `left`: findings that did not fit. Links go first when the report is too large, ids last. */
export function renderDigestReport(plan: DigestPlan, left: number): string {
  for (const style of STYLES) {
    const report = renderWith(plan, left, style);
    if (new TextEncoder().encode(report).length <= MAX_BYTES) return report;
  }
  // A UTF-16 unit takes at most three bytes.
  const share = Math.floor(MAX_BYTES / 2 / 3 / Math.max(1, plan.themes.length));
  return renderWith(plan, left, { links: false, most: MOST_IDS, maxLength: share });
}

function renderWith(plan: DigestPlan, left: number, style: IdStyle): string {
  const sections = [
    { heading: 'Summary', body: renderSummary(plan, left) },
    { heading: 'Urgent first', body: renderUrgent(plan) },
    { heading: 'Findings by theme', body: renderThemes(plan, style) },
    { heading: 'Paused', body: renderPaused(plan) },
    { heading: 'Account', body: renderAccount(plan) },
  ];
  return sections
    .filter(({ body }) => body !== '')
    .map(({ heading, body }) => `## ${heading}\n\n${body}\n`)
    .join('\n');
}
