/** The ids of a theme's tickets on one line, urgent ones first and bold. */
import { escapeMarkdown } from '../../../../words/text.ts';
import type { TicketFact } from '../../../../words/ticket.ts';
import { fitLine } from '../../fit-text.ts';

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

// A ticket's id as Markdown. The id and the address are the source's own words: neither may begin markup.
const MAX_URL = 500;
const MAX_ID = 120;

/** `[1009](https://…)`; the plain id when there is no address that can be opened. */
export function ticketLink({ id, url }: Pick<TicketFact, 'id' | 'url'>): string {
  const address = safeAddress(url);
  return address === null ? ticketId({ id }) : `[${ticketId({ id })}](${address})`;
}

export function ticketId({ id }: Pick<TicketFact, 'id'>): string {
  return escapeMarkdown(fitLine(id, MAX_ID));
}

/** Only http and https, without a name and password, and without a character that Markdown could take as its own. */
function safeAddress(url: string | null): string | null {
  if (url === null || url.length > MAX_URL || !URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '')
    return null;
  const plain = href.replace(
    /[\s<>()[\]{}\\`*|~$!"']/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return plain.length > MAX_URL ? null : plain;
}
