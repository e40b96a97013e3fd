/**
 * Each ticket in exactly one theme, whatever the facts say: a report that is counted on cannot lose one because
 * a list of ids was wrong. Pure.
 */
import type { TicketsFacts } from '../../../words/facts.ts';
import { isOther } from '../../../words/theme-rules.ts';
import { OTHER_THEME, type TicketFact, type TicketTheme } from '../../../words/ticket.ts';

export interface PlacedTheme {
  readonly theme: TicketTheme;
  /** The ones that stand for it best first. */
  readonly tickets: readonly TicketFact[];
}

/** Themes in the order of the facts, without the empty ones; what no theme names goes to the other requests. */
export function placeTickets({ items, themes }: TicketsFacts): readonly PlacedTheme[] {
  const left = new Map(items.map((ticket) => [ticket.id, ticket]));
  const placed = themes.map((theme) => ({ theme, tickets: takeOut(left, theme.tickets) }));
  const rest = [...left.values()];
  if (rest.length > 0) {
    const other = placed.find(({ theme }) => isOther(theme));
    if (other === undefined) placed.push({ theme: otherTheme(rest), tickets: rest });
    else other.tickets.push(...rest);
  }
  return placed.filter(({ tickets }) => tickets.length > 0);
}

function takeOut(left: Map<string, TicketFact>, ids: readonly string[]): TicketFact[] {
  return ids.flatMap((id) => {
    const ticket = left.get(id);
    left.delete(id);
    return ticket ?? [];
  });
}

function otherTheme(tickets: readonly TicketFact[]): TicketTheme {
  return {
    ...OTHER_THEME,
    tickets: tickets.map(({ id }) => id),
    previous: null,
    trend: 'steady',
    firstSeen: '',
    signature: [],
  };
}
