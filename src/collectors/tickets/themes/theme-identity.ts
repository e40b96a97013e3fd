/** What stays the same of a theme from window to window, and how its numbers moved. Pure. */
import { sha256 } from '../../../platform/hash.ts';
import { OTHER_THEME, type TicketTrend } from '../../../words/ticket.ts';
import type { KnownTheme } from './contract.ts';

/** The one theme of all that fits nowhere; never matched, always last. */
export const OTHER_ID = OTHER_THEME.id;
export const OTHER_NAME = OTHER_THEME.name;

/** `t-` and eight characters of a hash; not in `used`. */
export function newThemeId(origin: string, used: ReadonlySet<string>): string {
  for (let round = 0; ; round += 1) {
    const id = `t-${sha256(`${round} ${origin}`).slice(0, 8)}`;
    if (!used.has(id)) return id;
  }
}

const FEWEST = 2;
const SHARE = 0.25;
/** A theme of the last days that reaches so many tickets grows, if only by one. */
const FRESH = 4;

/** Tickets in the window right before: 0 when the theme paused, `null` when it is new. */
export function previousOf(known: KnownTheme | undefined): number | null {
  if (known === undefined) return null;
  return known.wasLast ? known.tickets : 0;
}

/** Tickets that this window would bring if nothing had changed; `null` if unknown. */
export function expectedOf(known: KnownTheme | undefined): number | null {
  if (known?.wasLast !== true) return known === undefined ? null : 0;
  return known.expected === undefined ? known.tickets : known.expected;
}

/**
 * A change is one of at least two tickets and a quarter; a theme of the last days also grows when it reaches four. `now` are those that came in time, `shown` all of them: a report
 * says “6, was 5”, so what grows by the rate must also grow by the numbers that stand there, and what shrinks shrink.
 */
export function trendOf({
  previous,
  expected,
  now,
  shown,
  isFresh,
}: {
  readonly previous: number | null;
  readonly expected: number | null;
  readonly now: number;
  readonly shown: number;
  readonly isFresh: boolean;
}): TicketTrend {
  if (previous === null) return 'new';
  if (expected === null) return 'steady';
  const change = now - expected;
  if (isFresh && change > 0 && previous < FRESH && shown >= FRESH) return 'growing';
  if (Math.abs(change) < FEWEST || Math.abs(change) < expected * SHARE) return 'steady';
  if (change > 0) return shown > previous ? 'growing' : 'steady';
  return shown < previous ? 'shrinking' : 'steady';
}
