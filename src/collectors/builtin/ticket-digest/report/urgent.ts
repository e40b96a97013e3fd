/** The urgent tickets, the one that waits longest first, each with the words that make it urgent. */
import { isOther } from '../../../../words/facts.ts';
import { localMinuteOf } from '../../../../words/local-time.ts';
import { escapeMarkdown, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { quoteOf } from '../choose-quotes.ts';
import type { DigestPlan, UrgentTicket } from '../plan-digest.ts';
import { ticketLink } from './ticket-ids.ts';

/** More than a person reads one by one; the rest is counted under its theme. */
const MAX_LISTED = 50;
/** Of one theme: fourteen stolen cards are one piece of news. */
const MAX_A_THEME = 3;

/** The urgent tickets that stand in the list, the one that waits longest first. */
export function listUrgent({ urgent }: Pick<DigestPlan, 'urgent'>): readonly UrgentTicket[] {
  const counts = new Map<string, number>();
  return urgent
    .filter(({ theme }) => {
      const count = (counts.get(theme.id) ?? 0) + 1;
      counts.set(theme.id, count);
      return isOther(theme) || count <= MAX_A_THEME;
    })
    .slice(0, MAX_LISTED);
}

export function renderUrgent(plan: DigestPlan): string {
  const { urgent, brief } = plan;
  const lines = listUrgent(plan).map(
    (one, index) => `${index + 1}. ${urgentLine(one, brief.timezone)}`,
  );
  const more = urgent.length - lines.length;
  const rest =
    more > 0
      ? [
          `\n${plural(more, 'more urgent ticket')} ${more === 1 ? 'is' : 'are'} counted under the themes.`,
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
