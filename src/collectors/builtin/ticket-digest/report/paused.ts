import { escapeMarkdown } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { joinWords } from '../../join-words.ts';
import type { DigestPlan } from '../plan-digest.ts';

const MAX_SHOWN = 10;

/** The themes of earlier digests without a ticket now, in one line. */
export function renderPaused({ facts }: DigestPlan): string {
  const paused = facts.pausedThemes.toSorted((a, b) =>
    a.lastSeen === b.lastSeen ? b.previous - a.previous : a.lastSeen < b.lastSeen ? 1 : -1,
  );
  if (paused.length === 0) return '';
  const shown = paused
    .slice(0, MAX_SHOWN)
    .map(
      ({ name, previous, lastSeen }) =>
        `${escapeMarkdown(fitLine(name, 80))} (${previous} on ${escapeMarkdown(fitLine(lastSeen, 10))})`,
    );
  const more = paused.length - shown.length;
  return `No ticket now: ${joinWords(more > 0 ? [...shown, `${more} more`] : shown)}.`;
}
