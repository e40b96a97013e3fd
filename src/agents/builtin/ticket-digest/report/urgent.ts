/** The urgent tickets, the one that waits longest first, each with the words that make it urgent. */
import { localMinuteOf } from '../../../../domain/local-time.ts';
import { escapeMarkdown, plural } from '../../../../domain/text.ts';
import { fitLine } from '../../fit-text.ts';
import { quoteOf } from '../choose-quotes.ts';
import type { DigestPlan } from '../plan-digest.ts';
import type { UrgentTicket } from '../urgent-tickets.ts';
import { ticketLink } from './ticket-link.ts';

/** More than a person reads one by one; the rest is bold under its theme. */
const MAX_LISTED = 50;

export function renderUrgent({ urgent, brief }: DigestPlan): string {
  const lines = urgent
    .slice(0, MAX_LISTED)
    .map((one, index) => `${index + 1}. ${urgentLine(one, brief.timezone)}`);
  const more = urgent.length - lines.length;
  const rest =
    more > 0
      ? [
          `\n${plural(more, 'more urgent ticket')} ${more === 1 ? 'is' : 'are'} bold under the themes.`,
        ]
      : [];
  return [...lines, ...rest].join('\n');
}

function urgentLine({ ticket, theme, same }: UrgentTicket, timezone: string): string {
  const { title, urgent, createdAt } = ticket;
  const words = title.trim() === '' ? quoteOf(ticket, []) : title;
  const why = fitLine(urgent ?? '', 80);
  const told = [
    // The title stands before it already.
    ...(why.toLowerCase() === fitLine(words, 120).toLowerCase()
      ? []
      : [`“${escapeMarkdown(why)}”`]),
    escapeMarkdown(fitLine(theme.name, 80)),
    ...(createdAt === null ? [] : [localMinuteOf(new Date(createdAt), timezone)]),
    ...(same === 0 ? [] : [`${same} more ${same === 1 ? 'says' : 'say'} the same`]),
  ];
  return `**${escapeMarkdown(fitLine(words, 120))}** (${ticketLink(ticket)}) · ${told.join(' · ')}`;
}
