/**
 * What a digest tells, as data: every theme with its tickets, its standing and its quotes, the urgent tickets,
 * what is paused, and what of the source could not be read. Pure. Every ticket of the facts is in one theme.
 */
import type { Brief, BriefContext, PriorFinding } from '../../../domain/brief.ts';
import type { TicketsFacts } from '../../../domain/facts.ts';
import { isOther, themeFingerprint, themesWorthAnItem } from '../../../domain/theme-rules.ts';
import type { PausedTheme, TicketFact, TicketTheme } from '../../../domain/ticket.ts';
import { placeTickets, type PlacedTheme } from './place-tickets.ts';
import { standingPaused } from './standing-paused.ts';
import { isSetAside, settledTheme, type ThemeStanding } from './theme-standing.ts';

export interface DigestTheme extends PlacedTheme {
  readonly standing: ThemeStanding;
  readonly urgent: readonly TicketFact[];
  /** Of what resembles nothing else: no finding, no item, and last. */
  readonly other: boolean;
}

export interface UrgentTicket {
  readonly ticket: TicketFact;
  readonly theme: TicketTheme;
  /** How many more say the same. */
  readonly same: number;
}

export interface DigestPlan {
  readonly brief: Brief;
  readonly facts: TicketsFacts;
  /** Most important first, what people set aside after the rest, other requests last. */
  readonly themes: readonly DigestTheme[];
  /** The one that waits longest first. */
  readonly urgent: readonly UrgentTicket[];
  /** Paused themes that still stand as findings. */
  readonly standing: readonly PausedTheme[];
  /** Tickets reported as urgent in the last days and told no more: `ticket:…`. */
  readonly recentUrgent: readonly PriorFinding[];
  readonly source: SourceState;
}

/**
 * `broken`: there is no ticket, and the source gives reason to doubt that none came in. `known`: what cannot be
 * read was told by an earlier report, word for word.
 */
export interface SourceState {
  readonly unreadable: number;
  readonly broken: boolean;
  readonly known: boolean;
}

export const SOURCE_FINGERPRINT = 'tickets:source';

export function planDigest(brief: Brief, facts: TicketsFacts): DigestPlan {
  const prior = new Map(brief.context.findings.map((finding) => [finding.fingerprint, finding]));
  const themes = withItems(
    placeTickets(facts)
      .map((placed) => digestTheme(placed, prior))
      .toSorted(byImportance(facts)),
    brief.context,
    new Set(themesWorthAnItem(facts).map(({ id }) => id)),
  );
  const source = sourceState(facts, prior.get(SOURCE_FINGERPRINT));
  return {
    brief,
    facts,
    themes,
    urgent: themes.flatMap(urgentOf).toSorted(byAge),
    ...standingPaused({ brief, facts, broken: source.broken }),
    source,
  };
}

/** No ticket, and nothing about the source that a person has not been told. */
export function isQuiet({ facts, source }: DigestPlan): boolean {
  return facts.items.length === 0 && !source.broken && (source.unreadable === 0 || source.known);
}

export function sourceTitle(unreadable: number): string {
  if (unreadable === 0) return 'No ticket was found in the source';
  return `${unreadable === 1 ? '1 record' : `${unreadable.toLocaleString('en-US')} records`} of the ticket source could not be read whole`;
}

function sourceState(facts: TicketsFacts, prior: PriorFinding | undefined): SourceState {
  const unreadable = facts.problems.length + facts.moreProblems;
  const { told, afterWindow, repeated } = facts.leftOut;
  const read = facts.items.length + facts.truncated + told + afterWindow + repeated;
  return {
    unreadable,
    broken: read === 0,
    known:
      prior !== undefined && prior.state !== 'resolved' && prior.title === sourceTitle(unreadable),
  };
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
  context: BriefContext,
  worthy: ReadonlySet<string>,
): readonly DigestTheme[] {
  const { fileItem, openItems, reservedItems } = context;
  if (fileItem === null) return themes;
  const room = Math.min(fileItem.max, Math.max(0, fileItem.maxOpen - openItems));
  const keys = reservedItems.slice(0, room);
  return themes.map((one) => {
    if (one.standing.kind !== 'open' || !worthy.has(one.theme.id)) return one;
    const item = keys.shift();
    return {
      ...one,
      standing: item === undefined ? { kind: 'waits' } : { kind: 'proposed', item },
    };
  });
}

/** Urgent, then new and growing, then size; what people set aside and other requests at the end. */
function byImportance({ firstTime }: TicketsFacts): (a: DigestTheme, b: DigestTheme) => number {
  const moving = ({ theme }: DigestTheme): number =>
    !firstTime && (theme.trend === 'new' || theme.trend === 'growing') ? 0 : 1;
  return (a, b) =>
    rank(a) - rank(b) ||
    b.urgent.length - a.urgent.length ||
    moving(a) - moving(b) ||
    b.tickets.length - a.tickets.length ||
    (a.theme.name < b.theme.name ? -1 : 1);
}

function rank({ other, standing }: DigestTheme): number {
  if (other) return 2;
  return isSetAside(standing) ? 1 : 0;
}

/** One entry for all that say the same. */
function urgentOf({ theme, urgent }: DigestTheme): readonly UrgentTicket[] {
  const ids = new Set(urgent.map(({ id }) => id));
  const rootOf = ({ id, duplicateOf }: TicketFact): string =>
    duplicateOf !== null && ids.has(duplicateOf) ? duplicateOf : id;
  const counts = new Map<string, number>();
  for (const ticket of urgent) counts.set(rootOf(ticket), (counts.get(rootOf(ticket)) ?? 0) + 1);
  return urgent
    .filter((ticket) => rootOf(ticket) === ticket.id)
    .map((ticket) => ({ ticket, theme, same: (counts.get(ticket.id) ?? 1) - 1 }));
}

/** Undated ones last; equal dates by id, so that the order holds. */
function byAge({ ticket: a }: UrgentTicket, { ticket: b }: UrgentTicket): number {
  const [left, right] = [a.createdAt ?? '9999', b.createdAt ?? '9999'];
  if (left !== right) return left < right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
