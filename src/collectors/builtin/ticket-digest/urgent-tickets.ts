/** The urgent tickets, the one that waits longest first; those that say the same are one entry. Pure. */
import { sha256 } from '../../../platform/hash.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { TicketFact, TicketTheme } from '../../../words/ticket.ts';

export interface UrgentTicket {
  readonly ticket: TicketFact;
  readonly theme: TicketTheme;
  /** How many more urgent ones say the same. */
  readonly same: number;
}

export function urgentTickets(
  themes: readonly { readonly theme: TicketTheme; readonly urgent: readonly TicketFact[] }[],
): readonly UrgentTicket[] {
  return themes.flatMap(({ theme, urgent }) => joined(theme, urgent)).toSorted(byAge);
}

function joined(theme: TicketTheme, urgent: readonly TicketFact[]): readonly UrgentTicket[] {
  const ids = new Set(urgent.map(({ id }) => id));
  const groups = groupBy(urgent, ({ id, duplicateOf }) =>
    duplicateOf !== null && ids.has(duplicateOf) ? duplicateOf : id,
  );
  return [...groups].flatMap(([root, group]) => {
    const ticket = group.find(({ id }) => id === root) ?? group[0];
    return ticket === undefined ? [] : [{ ticket, theme, same: group.length - 1 }];
  });
}

/** Undated ones last; equal dates by id, so that the order holds. */
function byAge({ ticket: a }: UrgentTicket, { ticket: b }: UrgentTicket): number {
  const [left, right] = [a.createdAt ?? '9999', b.createdAt ?? '9999'];
  if (left !== right) return left < right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

export const TICKET_PREFIX = 'ticket:';

/** Names the finding of a single ticket; ids that a fingerprint cannot hold are hashed. */
export function ticketFingerprint({ id }: Pick<TicketFact, 'id'>): string {
  return /^[\x21-\x7e]{1,150}$/.test(id)
    ? `${TICKET_PREFIX}${id}`
    : `${TICKET_PREFIX}hash:${sha256(id).slice(0, 24)}`;
}
