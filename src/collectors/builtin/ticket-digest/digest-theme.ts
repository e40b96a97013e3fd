import type { TicketFact } from '../../../words/ticket.ts';
import type { PlacedTheme } from './place-tickets.ts';
import type { ThemeStanding } from './theme-standing.ts';

/** A theme as a digest tells it. */
export interface DigestTheme extends PlacedTheme {
  readonly standing: ThemeStanding;
  readonly urgent: readonly TicketFact[];
  /** What resembles nothing else: no finding, no item, and last. */
  readonly other: boolean;
}
