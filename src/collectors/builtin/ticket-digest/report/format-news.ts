import { escapeMarkdown } from '../../../../words/text.ts';
import type { TicketTheme, TicketTrend } from '../../../../words/ticket.ts';
import { fitLine } from '../../fit-text.ts';
import { joinWords } from '../../join-words.ts';
import type { DigestTheme } from '../digest-theme.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { isSetAside } from '../theme-standing.ts';

/** Themes a trend names; the rest is counted. */
const MAX_NAMED = 3;

/** What is new, growing and shrinking; nothing in a first digest, in which everything is new. */
export function formatNews({ facts, themes }: DigestPlan): string {
  if (facts.items.length === 0) return '';
  if (facts.firstTime)
    return 'What is new and what is growing can be told from the second digest on.';
  const shown = themes.filter(({ other, standing }) => !other && !isSetAside(standing));
  const told = (
    [
      ['new', 'New'],
      ['growing', 'Growing'],
      ['shrinking', 'Shrinking'],
    ] as const
  ).flatMap(([trend, word]) => {
    const names = namesOf(shown, trend);
    return names === '' ? [] : [`${word}: ${names}.`];
  });
  return told.length === 0 ? 'No theme is new, and none is growing.' : told.join(' ');
}

function namesOf(themes: readonly DigestTheme[], trend: TicketTrend): string {
  const found = themes.filter(({ theme }) => theme.trend === trend);
  const names = found.slice(0, MAX_NAMED).map(({ theme, tickets }) => {
    const was = wasWords(theme);
    return `${escapeMarkdown(fitLine(theme.name, 80))} (${tickets.length}${was})`;
  });
  const more = found.length - names.length;
  return joinWords(more > 0 ? [...names, `${more} more`] : names);
}

function wasWords({ previous }: Pick<TicketTheme, 'previous'>): string {
  if (previous === null) return '';
  return previous === 0 ? ', after a pause' : `, was ${previous.toLocaleString('en-US')}`;
}
