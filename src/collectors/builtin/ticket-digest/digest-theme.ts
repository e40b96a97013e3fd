import type { PriorFinding } from '../../../context/brief.ts';
import { type TicketsFacts, isOther } from '../../../words/facts.ts';
import type { ItemKey } from '../../../words/ids.ts';
import { type TicketFact, OTHER_THEME, type TicketTheme } from '../../../words/ticket.ts';

/** A theme as a digest tells it. */
export interface DigestTheme extends PlacedTheme {
  readonly standing: ThemeStanding;
  readonly urgent: readonly TicketFact[];
  /** What resembles nothing else: no finding, no item, and last. */
  readonly other: boolean;
}

// What people and earlier runs made of a theme.
export type ThemeStanding =
  /** A person said that it needs no action, permanently or for a while. */
  | { readonly kind: 'dismissed' | 'snoozed'; readonly reason: string }
  /** An item was filed or proposed earlier. */
  | { readonly kind: 'carried'; readonly item: ItemKey }
  /** This run proposes an item. */
  | { readonly kind: 'proposed'; readonly item: ItemKey }
  /** Worth an item, and this run may file no more. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'open' };

/** `null` if it is not settled. A snooze counts for as long as the ledger has it. */
export function settledTheme(prior: PriorFinding | undefined): ThemeStanding | null {
  if (prior === undefined) return null;
  const reason = prior.verdict?.reason ?? '';
  if (prior.state === 'dismissed') return { kind: 'dismissed', reason };
  if (prior.state === 'snoozed') return { kind: 'snoozed', reason };
  return prior.item === null ? null : { kind: 'carried', item: prior.item };
}

export function isSetAside({ kind }: ThemeStanding): boolean {
  return kind === 'dismissed' || kind === 'snoozed';
}

// Each ticket in exactly one theme, whatever the facts say: a report that is counted on cannot lose one because
// a list of ids was wrong. Pure.
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
