/** The ids of a theme's tickets on one line, urgent ones first and bold. */
import type { TicketFact } from '../../../../words/ticket.ts';
import { ticketId, ticketLink } from './ticket-link.ts';

export interface IdStyle {
  readonly links: boolean;
  /** So many ids are listed, the rest is counted. */
  readonly most: number;
  /** Characters; at least one id is left out when they are not enough. */
  readonly maxLength: number;
}

export interface IdsLine {
  readonly text: string;
  /** How many did not fit. */
  readonly left: number;
}

export function ticketIds(
  tickets: readonly TicketFact[],
  { links, most, maxLength }: IdStyle,
): IdsLine {
  const shown: string[] = [];
  let length = 0;
  const order = tickets.toSorted((a, b) => Number(a.urgent === null) - Number(b.urgent === null));
  for (const ticket of order.slice(0, most)) {
    const id = links ? ticketLink(ticket) : ticketId(ticket);
    const text = ticket.urgent === null ? id : `**${id}**`;
    length += text.length + 2;
    if (length > maxLength) break;
    shown.push(text);
  }
  return { text: shown.join(', '), left: tickets.length - shown.length };
}
