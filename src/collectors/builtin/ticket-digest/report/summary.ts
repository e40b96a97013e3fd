import type { DigestPlan } from '../plan-digest.ts';
import { formatLead } from './format-lead.ts';
import { formatNews } from './format-news.ts';
import { summaryPoints } from './summary-points.ts';

/** The lead sentence, what moves, and a short list. `left`: findings that did not fit. */
export function renderSummary(plan: DigestPlan, left: number): string {
  const list = summaryPoints(plan, left).map((point) => `- ${point}`);
  return [formatLead(plan), formatNews(plan), list.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}
