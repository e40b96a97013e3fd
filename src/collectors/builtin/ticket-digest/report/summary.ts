import type { DigestPlan } from '../plan-digest.ts';
import { leadWords } from './lead-words.ts';
import { newsWords } from './news-words.ts';
import { summaryPoints } from './summary-points.ts';

/** The lead sentence, what moves, and a short list. `left`: findings that did not fit. */
export function renderSummary(plan: DigestPlan, left: number): string {
  const list = summaryPoints(plan, left).map((point) => `- ${point}`);
  return [leadWords(plan), newsWords(plan), list.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}
