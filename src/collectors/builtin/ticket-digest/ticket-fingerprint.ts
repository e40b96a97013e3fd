import { sha256 } from '../../../platform/hash.ts';
import type { TicketFact } from '../../../words/ticket.ts';

export const TICKET_PREFIX = 'ticket:';

/** Names the finding of a single ticket; ids that a fingerprint cannot hold are hashed. */
export function ticketFingerprint({ id }: Pick<TicketFact, 'id'>): string {
  return /^[\x21-\x7e]{1,150}$/.test(id)
    ? `${TICKET_PREFIX}${id}`
    : `${TICKET_PREFIX}hash:${sha256(id).slice(0, 24)}`;
}
