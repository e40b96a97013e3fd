/** What is not due yet, in one line: how many notes wait, and for what. */
import { escapeMarkdown, plural } from '../../../../words/text.ts';
import { countWords } from '../../count-words.ts';
import { fitLine } from '../../fit-text.ts';
import type { SweepPlan } from '../plan-sweep.ts';

const MAX_SHOWN = 5;

/** Empty when nothing waits. */
export function formatDueLater({ later }: Pick<SweepPlan, 'later'>): string {
  if (later.length === 0) return '';
  const counted = countWords(later.map(({ dueLater }) => dueLater?.until ?? ''));
  const shown = counted
    .slice(0, MAX_SHOWN)
    .map(({ name, count }) => `${escapeMarkdown(fitLine(name, 60))} ${count}`);
  const rest = counted.slice(MAX_SHOWN);
  const others = rest.length === 0 ? [] : [`${rest.length} others`];
  return `Not due yet: ${plural(later.length, 'note')} (${[...shown, ...others].join(' · ')}).`;
}
