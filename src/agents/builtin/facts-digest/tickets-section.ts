/** Tickets by theme, in numbers. The recipe ticket-digest tells them in full. */
import type { TicketsFacts } from '../../../domain/facts.ts';
import { escapeMarkdown, plural } from '../../../domain/text.ts';
import { fitLine } from '../fit-text.ts';

const MAX_LISTED = 20;

export function tellTickets({ items, themes, truncated }: TicketsFacts): string {
  if (items.length === 0) return 'no tickets';
  return `${plural(items.length + truncated, 'ticket')} in ${plural(themes.length, 'theme')}`;
}

export function renderTickets({ themes }: TicketsFacts): string {
  const lines = themes
    .slice(0, MAX_LISTED)
    .map(
      ({ name, tickets, trend }) =>
        `- ${escapeMarkdown(fitLine(name, 120))}: ${plural(tickets.length, 'ticket')}, ${trend}`,
    );
  const more = themes.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${plural(more, 'smaller theme')}`] : [])].join('\n');
}
