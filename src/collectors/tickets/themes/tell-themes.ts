/** Drafts as the themes that are told: ids, names, trends, order, and what paused. Pure. */
import { sha256 } from '../../../platform/hash.ts';
import {
  type PausedTheme,
  type ThemeTerm,
  type TicketTheme,
  OTHER_THEME,
  type TicketTrend,
} from '../../../words/ticket.ts';
import type { KnownTheme } from './contract.ts';
import type { Group } from './settle-tickets.ts';
import { type SparseVector, addTo, dot, heaviest, scaled, vectorOf } from './sparse-vector.ts';
import type { WeighedTickets } from './weigh-terms.ts';

const FRESH_MS = 3 * 86_400_000;

export interface TellRequest {
  readonly drafts: readonly ThemeDraft[];
  /** In the drafts' order. */
  readonly names: readonly string[];
  /** Numbers of the tickets that fit nowhere. */
  readonly left: readonly number[];
  /** Tickets' ids by number. */
  readonly ids: readonly string[];
  /** Whether each is late, by number. */
  readonly late: readonly boolean[];
  /** Terms by number. */
  readonly terms: readonly string[];
  readonly known: readonly KnownTheme[];
  readonly date: string;
}

/** Most tickets first, "Other requests" last. */
export function tellThemes(request: TellRequest): readonly TicketTheme[] {
  const { drafts, names, left, known, date } = request;
  const used = new Set(known.map(({ id }) => id));
  const idsOf = (numbers: readonly number[]): string[] =>
    numbers.flatMap((at) => request.ids[at] ?? []);
  const inTime = (numbers: readonly number[]): number =>
    numbers.filter((at) => request.late[at] !== true).length;
  const themes = drafts.map((draft, at): TicketTheme => {
    const tickets = idsOf(draft.members);
    const id = draft.known?.id ?? newThemeId(`${date} ${tickets.toSorted().join(' ')}`, used);
    used.add(id);
    return {
      id,
      name: names[at] ?? '',
      tickets,
      ...changesOf(draft, names[at] ?? ''),
      ...movedFrom(draft.known, { now: inTime(draft.members), shown: draft.members.length, date }),
      signature: signatureOf(draft.signature, request.terms),
    };
  });
  themes.sort((a, b) => b.tickets.length - a.tickets.length || (a.id < b.id ? -1 : 1));
  if (left.length === 0) return themes;
  const before = known.find(({ id }) => id === OTHER_ID);
  const other: TicketTheme = {
    id: OTHER_ID,
    name: OTHER_NAME,
    tickets: idsOf(left),
    ...movedFrom(before, { now: inTime(left), shown: left.length, date }),
    signature: [],
  };
  return [...themes, other];
}

/** Known themes without a ticket this time; that nothing was left over is no news. */
export function pausedThemes(
  known: readonly KnownTheme[],
  themes: readonly TicketTheme[],
): readonly PausedTheme[] {
  const told = new Set(themes.map(({ id }) => id));
  return known
    .filter(({ id }) => id !== OTHER_ID && !told.has(id))
    .map(({ id, name, tickets, lastSeen }) => ({ id, name, previous: tickets, lastSeen }));
}

/** That it broke out of another, or goes by another name now. */
function changesOf(
  { known, splitFrom }: ThemeDraft,
  name: string,
): Pick<TicketTheme, 'splitFrom' | 'formerName'> {
  if (known !== undefined) return known.name === name ? {} : { formerName: known.name };
  if (splitFrom === undefined) return {};
  return { splitFrom: { id: splitFrom.id, name: splitFrom.name } };
}

function movedFrom(
  known: KnownTheme | undefined,
  { now, shown, date }: { readonly now: number; readonly shown: number; readonly date: string },
): Pick<TicketTheme, 'previous' | 'trend' | 'firstSeen'> {
  const previous = previousOf(known);
  const trend = trendOf({
    previous,
    expected: expectedOf(known),
    now,
    shown,
    isFresh: isFresh(known, date),
  });
  return { previous, trend, firstSeen: known?.firstSeen ?? date };
}

function signatureOf(vector: SparseVector, terms: readonly string[]): readonly ThemeTerm[] {
  return vector.terms
    .map((term, at) => ({
      term: terms[term] ?? '',
      weight: Math.min(1, Math.round((vector.weights[at] ?? 0) * 10_000) / 10_000),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}

/** First told in the last days: it may still be on its way up. */
function isFresh(known: KnownTheme | undefined, date: string): boolean {
  return known !== undefined && Date.parse(date) - Date.parse(known.firstSeen) <= FRESH_MS;
}

// What stays the same of a theme from window to window, and how its numbers moved. Pure.

/** The one theme of all that fits nowhere; never matched, always last. */
export const OTHER_ID = OTHER_THEME.id;
export const OTHER_NAME = OTHER_THEME.name;

/** `t-` and eight characters of a hash; not in `used`. */
function newThemeId(origin: string, used: ReadonlySet<string>): string {
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
function previousOf(known: KnownTheme | undefined): number | null {
  if (known === undefined) return null;
  return known.wasLast ? known.tickets : 0;
}

/** Tickets that this window would bring if nothing had changed; `null` if unknown. */
function expectedOf(known: KnownTheme | undefined): number | null {
  if (known?.wasLast !== true) return known === undefined ? null : 0;
  return known.expected === undefined ? known.tickets : known.expected;
}

/**
 * A change is one of at least two tickets and a quarter; a theme of the last days also grows when it reaches four. `now` are those that came in time, `shown` all of them: a report
 * says “6, was 5”, so what grows by the rate must also grow by the numbers that stand there, and what shrinks shrink.
 */
function trendOf({
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

// A group of tickets as a theme without a name: who stands for it best, and what it will be recognised by. Pure.
export interface ThemeDraft {
  readonly known: KnownTheme | undefined;
  /** Of a new one: the known theme that it broke out of. */
  readonly splitFrom: KnownTheme | undefined;
  /** It was named after fewer tickets than it has now, and few: it may be named anew. */
  readonly isYoung: boolean;
  /** Numbers of tickets, the ones that stand for it best first. */
  readonly members: readonly number[];
  readonly signature: SparseVector;
}

/** Terms of a signature. */
const SIGNATURE = 80;
/** A theme of fewer tickets may have been named after a chance word. */
const YOUNG = 4;
/** A window of so many tickets moves a signature half way to what they say. */
const HALF_WAY = 30;

export function draftThemes(
  groups: readonly Group[],
  { weighed, known }: { readonly weighed: WeighedTickets; readonly known: readonly KnownTheme[] },
): readonly ThemeDraft[] {
  return groups.map(({ theme, splitFrom, past, members }) => {
    const vectors = members.flatMap((at) => weighed.tickets[at] ?? []);
    const today = meanOf(vectors);
    const near = new Map(members.map((at, n) => [at, dot(vectors[n] ?? today, today)]));
    const before = theme === null ? undefined : weighed.known[theme];
    return {
      known: theme === null ? undefined : known[theme],
      splitFrom: splitFrom === null ? undefined : known[splitFrom],
      isYoung: isYoung({
        before: past.filter((at) => at >= known.length).length,
        now: members.length,
      }),
      members: members.toSorted((a, b) => (near.get(b) ?? 0) - (near.get(a) ?? 0) || a - b),
      signature: blended(today, { before, tickets: members.length }),
    };
  });
}

/** Without a remembered ticket it is unknown how many tickets the theme was named after. */
function isYoung({ before, now }: { readonly before: number; readonly now: number }): boolean {
  return before > 0 && before < YOUNG && now > before;
}

function blended(
  today: SparseVector,
  { before, tickets }: { readonly before: SparseVector | undefined; readonly tickets: number },
): SparseVector {
  if (before === undefined) return heaviest(today, SIGNATURE);
  const share = tickets / (tickets + HALF_WAY);
  const sum = new Map<number, number>();
  addTo(sum, scaled(before, 1 - share));
  addTo(sum, scaled(today, share));
  return heaviest(vectorOf(sum), SIGNATURE);
}

function meanOf(vectors: readonly SparseVector[]): SparseVector {
  const sum = new Map<number, number>();
  for (const vector of vectors) addTo(sum, vector, 1 / vectors.length);
  return vectorOf(sum);
}
