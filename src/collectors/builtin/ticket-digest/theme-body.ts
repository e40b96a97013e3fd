/** A theme on its own, for its finding and its item: at most 20,000 characters, as the contract wants. */
import { escapeMarkdown, plural } from '../../../words/text.ts';
import { fitLine } from '../fit-text.ts';
import type { DigestTheme } from './digest-theme.ts';
import { formatTrend } from './report/format-trend.ts';
import { quoteLines } from './report/quote-line.ts';
import { ticketIds } from './report/ticket-ids.ts';

const MAX_IDS = 12_000;

export function themeBody(digest: DigestTheme, firstTime: boolean): string {
  const { theme, tickets, urgent } = digest;
  const facts = [
    plural(tickets.length, 'ticket'),
    formatTrend(theme, firstTime),
    theme.firstSeen === '' ? '' : `first seen ${escapeMarkdown(fitLine(theme.firstSeen, 10))}`,
    urgent.length === 0 ? '' : `${urgent.length} urgent`,
  ].filter((words) => words !== '');
  const { text, left } = ticketIds(tickets, {
    links: true,
    most: Number.POSITIVE_INFINITY,
    maxLength: MAX_IDS,
  });
  const more = left === 0 ? '' : `, and ${plural(left, 'more ticket')} in the report`;
  return [`${facts.join(' · ')}.`, quoteLines(digest, new Set()), `Tickets: ${text}${more}`].join(
    '\n\n',
  );
}
