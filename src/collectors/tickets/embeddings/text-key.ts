/** What of a ticket is sent to a model, and by what its vector is found again. Pure. */
import { sha256 } from '../../../platform/hash.ts';
import type { TicketsFacts } from '../../../words/facts.ts';
import type { TicketFact } from '../../../words/ticket.ts';
import type { KeptTicket } from '../themes/contract.ts';

type Said = Pick<TicketFact, 'title' | 'body'>;

const MOST_CHARACTERS = 2_000;

/** Masked, as everybody sees it. */
export function textOf({ title, body }: Said): string {
  return `${title}\n${body}`.trim().slice(0, MOST_CHARACTERS);
}

/** What is known of a text, without it. */
export function textKey(ticket: Said): string {
  return sha256(textOf(ticket)).slice(0, 32);
}

/** What stands in the memory of a ticket, so that its vector is found again. */
export function keptText({ embeddings }: TicketsFacts, ticket: Said): Pick<KeptTicket, 'text'> {
  return embeddings === undefined ? {} : { text: textKey(ticket) };
}
