/**
 * Groups tickets into themes that keep their identity from window to window. Pure, deterministic, no clock.
 *
 * Tickets become vectors of weighed terms; themes of earlier windows take part as seeds, so that a theme that goes on
 * keeps its id; average-link clustering joins what is near; what is left alone goes to "Other requests". A new theme is
 * named by the phrase of its tickets that covers it best; a known one keeps its name.
 */
import type { PausedTheme, ThemeTerm, TicketFact, TicketTheme } from '../../../domain/ticket.ts';
import { findDuplicates } from './find-duplicates.ts';
import { gatherTickets, type Gathered } from './gather-tickets.ts';
import { nameThemes } from './name-themes.ts';
import { readWords, type TicketWords } from './read-words.ts';
import { addTo, dot, heaviest, scaled, vectorOf, type SparseVector } from './sparse-vector.ts';
import { loadTagger } from './tag-words.ts';
import { newThemeId, OTHER_ID, OTHER_NAME, trendOf } from './theme-identity.ts';
import { loadTerms, type Terms } from './ticket-terms.ts';
import { weighTerms } from './weigh-terms.ts';

/** A theme as an earlier window left it. */
export interface KnownTheme {
  readonly id: string;
  readonly name: string;
  readonly signature: readonly ThemeTerm[];
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Tickets in the window in which it was last told. */
  readonly tickets: number;
  /** It was told in the window right before this one. */
  readonly wasLast: boolean;
}

export type UngroupedTicket = Omit<TicketFact, 'duplicateOf'>;

export interface ThemesRequest {
  readonly tickets: readonly UngroupedTicket[];
  readonly known: readonly KnownTheme[];
  /** The date of the window's end, `2026-11-21`. */
  readonly date: string;
}

export interface FoundThemes {
  /** Every ticket's id in exactly one. */
  readonly themes: readonly TicketTheme[];
  readonly paused: readonly PausedTheme[];
  /** For each ticket that says the same as an earlier one of its theme: that one's id. */
  readonly duplicateOf: ReadonlyMap<string, string>;
}

const SEED_MASS = 4;
const SIGNATURE = 80;
const BLEND = 16;
const MOST_SINGLES = 8;
const MOST_THEMES = 24;

export async function findThemes(request: ThemesRequest): Promise<FoundThemes> {
  if (request.tickets.length === 0)
    return { themes: [], paused: pausedOf(request, new Set()), duplicateOf: new Map() };
  const terms = await loadTerms();
  const words = readWords(request.tickets, terms);
  const known = request.known
    .filter(({ id }) => id !== OTHER_ID)
    .toSorted((a, b) => compare(a.firstSeen, b.firstSeen) || compare(a.id, b.id));
  const weighed = weighTerms(words, { known, terms });
  const gathered = gatherTickets(
    weighed.tickets,
    weighed.known.map((vector) => ({ vector, mass: SEED_MASS })),
  );
  const { groups, left } = withSingles(gathered, { words, terms });
  const drafts = groups.map(({ seeds, members }) => {
    const sum = new Map<number, number>();
    for (const at of members) addTo(sum, weighed.tickets[at] ?? EMPTY, 1 / members.length);
    const today = vectorOf(sum);
    const [first] = seeds;
    const before =
      seeds.length === 0 ? undefined : meanOf(seeds.flatMap((seed) => weighed.known[seed] ?? []));
    return {
      known: first === undefined ? undefined : known[first],
      members: members.toSorted(
        (a, b) =>
          dot(weighed.tickets[b] ?? EMPTY, today) - dot(weighed.tickets[a] ?? EMPTY, today) ||
          a - b,
      ),
      signature: blended(today, { before, tickets: members.length }),
    };
  });
  const names = await namesOf(drafts, { words, names: weighed.names, terms });
  const usedIds = new Set(request.known.map(({ id }) => id));
  const themes: TicketTheme[] = drafts.map(({ known: old, members, signature }, at) => {
    const ids = members.map((member) => words[member]?.id ?? '');
    const id = old?.id ?? newThemeId(`${request.date} ${ids.toSorted().join(' ')}`, usedIds);
    usedIds.add(id);
    const previous = old === undefined ? null : old.wasLast ? old.tickets : 0;
    return {
      id,
      name: old?.name ?? names[at] ?? '',
      tickets: ids,
      previous,
      trend: trendOf(previous, ids.length),
      firstSeen: old?.firstSeen ?? request.date,
      signature: signature.terms
        .map((term, n) => ({
          term: weighed.names[term] ?? '',
          weight: Math.min(1, Number((signature.weights[n] ?? 0).toFixed(4))),
        }))
        .filter(({ weight }) => weight > 0)
        .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1)),
    };
  });
  themes.sort((a, b) => b.tickets.length - a.tickets.length || (a.id < b.id ? -1 : 1));
  if (left.length > 0)
    themes.push(
      otherOf(
        left.map((at) => words[at]?.id ?? ''),
        request,
      ),
    );
  const told = new Set(themes.map(({ id }) => id));
  return {
    themes,
    paused: pausedOf(request, told),
    duplicateOf: duplicatesOf(themes, { request, words }),
  };
}

function meanOf(vectors: readonly SparseVector[]): SparseVector {
  const sum = new Map<number, number>();
  for (const vector of vectors) addTo(sum, vector, 1 / vectors.length);
  return vectorOf(sum);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A few tickets that stand alone and say clearly what about are themes of one; tomorrow others may join them. */
function withSingles(
  { groups, left }: Gathered,
  { words, terms }: { readonly words: readonly TicketWords[]; readonly terms: Terms },
): Gathered {
  const clear = left
    .map((at) => ({ at, topics: topicsOf(words[at], terms) }))
    .filter(({ topics }) => topics > 0)
    .sort((a, b) => b.topics - a.topics || a.at - b.at)
    .slice(0, Math.max(0, Math.min(MOST_SINGLES, MOST_THEMES - groups.length)))
    .map(({ at }) => at);
  return {
    groups: [...groups, ...clear.map((at) => ({ seeds: [], members: [at] }))],
    left: left.filter((at) => !clear.includes(at)),
  };
}

function topicsOf(ticket: TicketWords | undefined, terms: Terms): number {
  const said = new Set(ticket?.titleTerms);
  return [...said].filter((term) => term !== null && terms.isTopic(term)).length;
}

const EMPTY: SparseVector = { terms: [], weights: [] };

function blended(
  today: SparseVector,
  { before, tickets }: { readonly before: SparseVector | undefined; readonly tickets: number },
): SparseVector {
  if (before === undefined) return heaviest(today, SIGNATURE);
  const sum = new Map<number, number>();
  const share = tickets / (tickets + BLEND);
  addTo(sum, scaled(before, 1 - share));
  addTo(sum, scaled(today, share));
  return heaviest(vectorOf(sum), SIGNATURE);
}

async function namesOf(
  drafts: readonly {
    known: KnownTheme | undefined;
    members: readonly number[];
    signature: SparseVector;
  }[],
  {
    words,
    names,
    terms,
  }: { words: readonly TicketWords[]; names: readonly string[]; terms: Terms },
): Promise<readonly string[]> {
  const fresh = drafts.filter(({ known }) => known === undefined);
  if (fresh.length === 0) return [];
  const found = nameThemes({
    themes: fresh.map(({ members, signature }) => ({
      tickets: members.flatMap((at) => words[at] ?? []),
      weights: new Map(
        signature.terms.map((term, n) => [names[term] ?? '', signature.weights[n] ?? 0]),
      ),
    })),
    taken: [OTHER_NAME, ...drafts.flatMap(({ known }) => known?.name ?? [])],
    tag: await loadTagger(),
    terms,
  });
  return drafts.map((draft) => found[fresh.indexOf(draft)] ?? '');
}

function otherOf(ids: readonly string[], { known, date }: ThemesRequest): TicketTheme {
  const old = known.find(({ id }) => id === OTHER_ID);
  const previous = old === undefined ? null : old.wasLast ? old.tickets : 0;
  return {
    id: OTHER_ID,
    name: OTHER_NAME,
    tickets: ids,
    previous,
    trend: trendOf(previous, ids.length),
    firstSeen: old?.firstSeen ?? date,
    signature: [],
  };
}

function pausedOf({ known }: ThemesRequest, told: ReadonlySet<string>): readonly PausedTheme[] {
  return known
    .filter(({ id }) => id !== OTHER_ID && !told.has(id))
    .map(({ id, name, tickets, lastSeen }) => ({ id, name, previous: tickets, lastSeen }));
}

function duplicatesOf(
  themes: readonly TicketTheme[],
  { request, words }: { readonly request: ThemesRequest; readonly words: readonly TicketWords[] },
): ReadonlyMap<string, string> {
  const byId = new Map(
    request.tickets.map((ticket, at) => [ticket.id, { ticket, words: words[at] }]),
  );
  const duplicates = new Map<string, string>();
  for (const { tickets } of themes) {
    const sendable = tickets.flatMap((id) => {
      const found = byId.get(id);
      if (found?.words === undefined) return [];
      const { author, createdAt } = found.ticket;
      return [{ words: found.words, author, createdAt }];
    });
    for (const [id, original] of findDuplicates(sendable)) duplicates.set(id, original);
  }
  return duplicates;
}
