/**
 * What a digest tells, as data: every theme with its tickets and its standing, the urgent tickets, what stands
 * though it paused, and what of the source could not be read. Pure. Every ticket of the facts is in one theme.
 */
import type { Brief, BriefContext, PriorFinding } from '../../../context/brief.ts';
import { sha256 } from '../../../platform/hash.ts';
import {
  type TicketsFacts,
  isOther,
  themeFingerprint,
  themesWorthAnItem,
} from '../../../words/facts.ts';
import { groupBy } from '../../../words/group-by.ts';
import { addDays, localDateOf } from '../../../words/local-time.ts';
import type { PausedTheme, TicketFact, TicketTheme } from '../../../words/ticket.ts';
import {
  type DigestTheme,
  placeTickets,
  type PlacedTheme,
  settledTheme,
  isSetAside,
} from './digest-theme.ts';

const STANDING_DAYS = 7;

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

/**
 * Which theme a reader sees first. Pure.
 * What doubled or is new and urgent, then urgent, new and growing, then size; what people set aside and other requests at the end.
 */
function orderThemes(themes: readonly DigestTheme[], firstTime: boolean): readonly DigestTheme[] {
  return themes.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      surges(a, firstTime) - surges(b, firstTime) ||
      b.urgent.length - a.urgent.length ||
      moves(a, firstTime) - moves(b, firstTime) ||
      b.tickets.length - a.tickets.length ||
      (a.theme.name < b.theme.name ? -1 : 1),
  );
}

function rank({ other, standing }: DigestTheme): number {
  if (other) return 2;
  return isSetAside(standing) ? 1 : 0;
}

/** 0 for what doubled since the window before, by the numbers that are shown, or is new and urgent. */
function surges({ theme, tickets, urgent }: DigestTheme, firstTime: boolean): number {
  if (firstTime) return 1;
  const { trend, previous } = theme;
  const doubled = trend === 'growing' && previous !== null && tickets.length >= 2 * previous;
  return doubled || (trend === 'new' && urgent.length > 0) ? 0 : 1;
}

/** 0 for what is new or growing: it goes first. */
function moves({ theme }: DigestTheme, firstTime: boolean): number {
  return !firstTime && (theme.trend === 'new' || theme.trend === 'growing') ? 0 : 1;
}

/**
 * Findings that stay open although no ticket of today names them. Themes come and go: three people write on Tuesday, none
 * on Wednesday. A finding that resolves on Wednesday and comes back on Thursday is hard to follow, so it stays open until a
 * week has passed without a ticket. Pure.
 */
interface StandingPaused {
  readonly standing: readonly PausedTheme[];
  readonly recentUrgent: readonly PriorFinding[];
}

/** A broken source does not show that a theme is over: then everything stays open. */
function standingPaused(request: {
  readonly brief: Brief;
  readonly facts: TicketsFacts;
  readonly broken: boolean;
}): StandingPaused {
  const { brief, facts, broken } = request;
  const { findings } = brief.context;
  const since = addDays(localDateOf(new Date(brief.window.to), brief.timezone), -STANDING_DAYS);
  const listed = new Set(findings.filter(stands).map(({ fingerprint }) => fingerprint));
  const today = new Set(facts.items.map(ticketFingerprint));
  return {
    standing: facts.pausedThemes.filter(
      (theme) => listed.has(themeFingerprint(theme)) && (broken || theme.lastSeen >= since),
    ),
    recentUrgent: findings.filter(
      (finding) =>
        finding.fingerprint.startsWith(TICKET_PREFIX) &&
        stands(finding) &&
        !today.has(finding.fingerprint) &&
        (broken || localDateOf(new Date(finding.firstSeen), brief.timezone) >= since),
    ),
  };
}

/** What a person set aside stays set aside without being listed. */
function stands({ state }: PriorFinding): boolean {
  return state === 'new' || state === 'known' || state === 'regressed';
}

// Whether a window without tickets is calm, or its source could not be read. Pure.
interface SourceState {
  /** Records that could not be read, or not wholly. */
  readonly unreadable: number;
  /**
   * Not one ticket was read, told before or not: an export that stopped looks like this. A connection is asked for what is
   * new, and has nothing to give on a calm day.
   */
  readonly broken: boolean;
  /** An earlier report told the same, word for word. */
  readonly known: boolean;
  /** A person said that it may stay so. */
  readonly setAside: boolean;
}

export const SOURCE_FINGERPRINT = 'tickets:source';

function sourceState(facts: TicketsFacts, findings: readonly PriorFinding[]): SourceState {
  const { told, afterWindow, repeated, automatic = 0 } = facts.leftOut;
  const unreadable = facts.problems.length + facts.moreProblems;
  const prior = findings.find(({ fingerprint }) => fingerprint === SOURCE_FINGERPRINT);
  const known = prior?.title === sourceTitle(unreadable) && prior.state !== 'resolved';
  return {
    unreadable,
    broken:
      facts.origin === undefined &&
      facts.items.length + facts.truncated + told + afterWindow + repeated + automatic === 0,
    known,
    setAside: known && (prior.state === 'dismissed' || prior.state === 'snoozed'),
  };
}

/** The number stands in it: when more cannot be read than yesterday, that is news. */
export function sourceTitle(unreadable: number): string {
  if (unreadable === 0) return 'No ticket was found in the source';
  const records = unreadable === 1 ? '1 record' : `${unreadable.toLocaleString('en-US')} records`;
  return `${records} of the ticket source could not be read, or not wholly`;
}

// The urgent tickets, the one that waits longest first; those that say the same are one entry. Pure.
export interface UrgentTicket {
  readonly ticket: TicketFact;
  readonly theme: TicketTheme;
  /** How many more urgent ones say the same. */
  readonly same: number;
}

function urgentTickets(
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

const TICKET_PREFIX = 'ticket:';

/** Names the finding of a single ticket; ids that a fingerprint cannot hold are hashed. */
export function ticketFingerprint({ id }: Pick<TicketFact, 'id'>): string {
  return /^[\x21-\x7e]{1,150}$/.test(id)
    ? `${TICKET_PREFIX}${id}`
    : `${TICKET_PREFIX}hash:${sha256(id).slice(0, 24)}`;
}
