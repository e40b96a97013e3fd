/** The ids of a theme's tickets on one line, in order; urgent ones bold. */
import type { TicketFact } from '../../../../domain/ticket.ts';
import { ticketId, ticketLink } from './ticket-link.ts';

export interface IdStyle {
  readonly links: boolean;
  /** Characters; at least one id is left out when they are not enough. */
  readonly maxLength: number;
}

export interface IdsLine {
  readonly text: string;
  /** How many did not fit. */
  readonly left: number;
}

export function ticketIds(tickets: readonly TicketFact[], { links, maxLength }: IdStyle): IdsLine {
  const shown: string[] = [];
  let length = 0;
  for (const ticket of tickets) {
    const id = links ? ticketLink(ticket) : ticketId(ticket);
    const text = ticket.urgent === null ? id : `**${id}**`;
    length += text.length + 2;
    if (length > maxLength) break;
    shown.push(text);
  }
  return { text: shown.join(', '), left: tickets.length - shown.length };
}
