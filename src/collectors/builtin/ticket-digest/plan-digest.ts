/**
 * What a digest tells, as data: every theme with its tickets and its standing, the urgent tickets, what stands
 * though it paused, and what of the source could not be read. Pure. Every ticket of the facts is in one theme.
 */
import type { Brief, BriefContext, PriorFinding } from '../../../context/brief.ts';
import type { TicketsFacts } from '../../../words/facts.ts';
import { isOther, themeFingerprint, themesWorthAnItem } from '../../../words/theme-rules.ts';
import type { PausedTheme } from '../../../words/ticket.ts';
import type { DigestTheme } from './digest-theme.ts';
import { orderThemes } from './order-themes.ts';
import { placeTickets, type PlacedTheme } from './place-tickets.ts';
import { sourceState, type SourceState } from './source-state.ts';
import { standingPaused } from './standing-paused.ts';
import { settledTheme } from './theme-standing.ts';
import { urgentTickets, type UrgentTicket } from './urgent-tickets.ts';

export interface DigestPlan {
  readonly brief: Brief;
  readonly facts: TicketsFacts;
  /** Most important first, what people set aside after the rest, other requests last. */
  readonly themes: readonly DigestTheme[];
  readonly urgent: readonly UrgentTicket[];
  /** Paused themes that still stand as findings. */
  readonly standing: readonly PausedTheme[];
  /** Findings of single urgent tickets that were told in the last days. */
  readonly recentUrgent: readonly PriorFinding[];
  readonly source: SourceState;
}

export function planDigest(brief: Brief, facts: TicketsFacts): DigestPlan {
  const { findings } = brief.context;
  const prior = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  const placed = placeTickets(facts).map((one) => digestTheme(one, prior));
  const themes = withItems(orderThemes(placed, facts.firstTime), { facts, context: brief.context });
  const source = sourceState(facts, findings);
  return {
    brief,
    facts,
    themes,
    urgent: urgentTickets(themes),
    ...standingPaused({ brief, facts, broken: source.broken }),
    source,
  };
}

/** No ticket, all was read, and nothing about the source that a person has not been told; a source that gives nothing stays loud. */
export function isQuiet({ facts, source }: DigestPlan): boolean {
  const isCut = (facts.origin?.cut ?? null) !== null;
  if (facts.items.length > 0 || isCut) return false;
  return source.broken ? source.setAside : source.unreadable === 0 || source.known;
}

function digestTheme(placed: PlacedTheme, prior: ReadonlyMap<string, PriorFinding>): DigestTheme {
  const other = isOther(placed.theme);
  const settled = other ? null : settledTheme(prior.get(themeFingerprint(placed.theme)));
  return {
    ...placed,
    standing: settled ?? { kind: 'open' },
    urgent: placed.tickets.filter(({ urgent }) => urgent !== null),
    other,
  };
}

/** Keys in the order they were set aside, to the most important themes first. */
function withItems(
  themes: readonly DigestTheme[],
  { facts, context }: { readonly facts: TicketsFacts; readonly context: BriefContext },
): readonly DigestTheme[] {
  const { fileItem, openItems, reservedItems } = context;
  if (fileItem === null) return themes;
  const room = Math.min(fileItem.max, Math.max(0, fileItem.maxOpen - openItems));
  const keys = reservedItems.slice(0, room);
  const worthy = new Set(themesWorthAnItem(facts).map(({ id }) => id));
  return themes.map((one) => {
    if (one.standing.kind !== 'open' || !worthy.has(one.theme.id)) return one;
    const item = keys.shift();
    return {
      ...one,
      standing: item === undefined ? { kind: 'waits' } : { kind: 'proposed', item },
    };
  });
}
