/** A ticket's id as Markdown. The id and the address are the source's own words: neither may begin markup. */
import { escapeMarkdown } from '../../../../words/text.ts';
import type { TicketFact } from '../../../../words/ticket.ts';
import { fitLine } from '../../fit-text.ts';

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
