/**
 * Groups tickets into themes that keep their identity from window to window. Pure, deterministic, no clock.
 *
 * 1. What a ticket's writer meant to say becomes terms: stems, pairs, and the fields of trouble that words belong to
 *    (read-words, ticket-terms), weighed into a vector (weigh-terms).
 * 2. The tickets that earlier windows told take part, and lean to the theme they were told in. Average-link clustering joins what is near, by what two tickets say
 *    and by whom else each is like (shared-neighbours, group-vectors); then every ticket settles on the nearest centre
 *    (settle-tickets). Of many thousands only a batch is clustered, the rest settles (gather-tickets).
 * 3. What stays alone goes to "Other requests", but for a few that say clearly what about.
 * 4. A dense group of today without a past breaks out of the known theme it was counted under (find-newcomers).
 * 5. The group that holds most of a theme's past keeps its id, and its name unless it is young or outdated; a new one is named by the phrase of its own tickets that covers it
 *    best (find-phrases, rank-phrases, name-themes), or by their one word and what is said of it (topic-summary). Its heaviest terms are the signature by which it is known next time (draft-themes).
 */
import {
  MAX_KEPT,
  type FoundThemes,
  type KeptTicket,
  type KnownTheme,
  type ThemesRequest,
  type UngroupedTicket,
} from './contract.ts';
import { findDuplicates } from './find-duplicates.ts';
import { loadTagger } from './find-phrases.ts';
import { gatherTickets, type Gathered } from './gather-tickets.ts';
import type { Point } from './group-vectors.ts';
import { nameThemes } from './name-themes.ts';
import { readWords, type TicketWords } from './read-words.ts';
import {
  draftThemes,
  type ThemeDraft,
  pausedThemes,
  tellThemes,
  OTHER_ID,
  OTHER_NAME,
} from './tell-themes.ts';
import { loadTerms, type Terms } from './ticket-terms.ts';
import { weighTerms, type WeighedTickets } from './weigh-terms.ts';

/** A digest of many themes of one ticket tells nothing that the tickets do not. */
const MOST_SINGLES = 10;
const MOST_THEMES = 24;

export type {
  FoundThemes,
  KeptTicket,
  KnownTheme,
  ThemesRequest,
  UngroupedTicket,
} from './contract.ts';

/** As how many tickets the signature of a theme counts, when no ticket of it was kept and when many were. */
const SEED_MASS = 8;
const SEED_LEAST = 1;

export async function findThemes(request: ThemesRequest): Promise<FoundThemes> {
  const { tickets, date } = request;
  if (tickets.length === 0)
    return {
      themes: [],
      paused: pausedThemes(request.known, []),
      duplicateOf: new Map(),
      terms: new Map(),
    };
  const terms = await loadTerms();
  const words = readWords(tickets, terms);
  const known = request.known
    .filter(({ id }) => id !== OTHER_ID)
    .toSorted((a, b) => compare(a.firstSeen, b.firstSeen) || compare(a.id, b.id));
  const { kept = [] } = request;
  const weighed = weighTerms(words, { known, kept, terms, vectors: request.vectors });
  const gathered = gatherTickets(weighed.tickets, pastPoints(weighed, { known, kept }));
  const { groups, left } = chooseSingles(gathered, { words, terms });
  const drafts = draftThemes(groups, { weighed, known });
  const themes = tellThemes({
    drafts,
    names: await namesOf(drafts, { words, weighed, terms }),
    left,
    ids: tickets.map(({ id }) => id),
    late: tickets.map(({ late }) => late),
    terms: weighed.names,
    known: request.known,
    date,
  });
  return {
    themes,
    paused: pausedThemes(request.known, themes),
    duplicateOf: duplicatesOf(drafts, { tickets, words }),
    terms: termsToKeep(words, weighed),
  };
}

function termsToKeep(
  words: readonly TicketWords[],
  { countsOf }: WeighedTickets,
): FoundThemes['terms'] {
  const first = Math.max(0, words.length - MAX_KEPT);
  return new Map(
    words.slice(first).flatMap(({ id }, at) => {
      const counts = countsOf(first + at);
      return Object.keys(counts).length === 0 ? [] : [[id, counts]];
    }),
  );
}

/** The signatures of the known themes, and the tickets that were kept. */
function pastPoints(
  weighed: WeighedTickets,
  { known, kept }: { readonly known: readonly KnownTheme[]; readonly kept: readonly KeptTicket[] },
): readonly Point[] {
  const numbers = new Map(known.map(({ id }, at) => [id, at]));
  const homes = kept.map(({ theme }) => numbers.get(theme) ?? null);
  const sizes = known.map((_, at) => homes.filter((home) => home === at).length);
  return [
    ...weighed.known.map((vector, home) => ({
      vector,
      mass: Math.max(SEED_LEAST, SEED_MASS - (sizes[home] ?? 0)),
      home,
      isTicket: false,
    })),
    ...weighed.kept.map((vector, at) => ({
      vector,
      mass: 1,
      home: homes[at] ?? null,
      isTicket: true,
    })),
  ];
}

/** A known theme keeps its name unless it is young or no ticket says it any more; only names that are new need the tagger. */
async function namesOf(
  drafts: readonly ThemeDraft[],
  {
    words,
    weighed,
    terms,
  }: {
    readonly words: readonly TicketWords[];
    readonly weighed: WeighedTickets;
    readonly terms: Terms;
  },
): Promise<readonly string[]> {
  const isNamedAnew = (draft: ThemeDraft): boolean =>
    draft.known === undefined ||
    draft.isYoung ||
    isOutdated(draft, { words, terms }) ||
    lostMost(draft, drafts);
  // A new group that was the larger part of a theme has the first choice of a name, the theme's own among them.
  const fresh = drafts
    .filter(isNamedAnew)
    .toSorted((a, b) => Number(lostMost(a, drafts)) - Number(lostMost(b, drafts)));
  if (fresh.length === 0) return drafts.map(({ known }) => known?.name ?? '');
  const names = nameThemes({
    themes: fresh.map(({ members, signature }) => ({
      tickets: members.flatMap((at) => words[at] ?? []),
      weights: new Map(
        signature.terms.map((term, at) => [weighed.names[term] ?? '', signature.weights[at] ?? 0]),
      ),
    })),
    taken: [
      OTHER_NAME,
      ...drafts.flatMap((draft) => (isNamedAnew(draft) ? [] : (draft.known?.name ?? []))),
    ],
    tag: await loadTagger(),
    terms,
  });
  const given = new Map(fresh.map((draft, at) => [draft, names[at] ?? '']));
  return drafts.map((draft) => given.get(draft) ?? draft.known?.name ?? '');
}

/** More than stayed broke out of it today: its name is more likely theirs. */
function lostMost({ known, members }: ThemeDraft, drafts: readonly ThemeDraft[]): boolean {
  return (
    known !== undefined &&
    drafts.some((one) => one.splitFrom === known && one.members.length > members.length)
  );
}

/** Fewer tickets do not show that the name is wrong. */
const FEWEST_TO_RENAME = 4;

/** Not one of its tickets says a word of the name. */
function isOutdated(
  { known, members }: ThemeDraft,
  { words, terms }: { readonly words: readonly TicketWords[]; readonly terms: Terms },
): boolean {
  const topics = terms.of(known?.name ?? '').filter((term) => term !== null);
  if (topics.length === 0 || members.length < FEWEST_TO_RENAME) return false;
  return !members.some((at) => {
    const { titleTerms = [], bodyTerms = [] } = words[at] ?? {};
    return topics.some((term) => titleTerms.includes(term) || bodyTerms.includes(term));
  });
}

function duplicatesOf(
  drafts: readonly ThemeDraft[],
  {
    tickets,
    words,
  }: { readonly tickets: readonly UngroupedTicket[]; readonly words: readonly TicketWords[] },
): ReadonlyMap<string, string> {
  return new Map(
    drafts.flatMap(({ members }) => [
      ...findDuplicates(
        members.flatMap((at) => {
          const ticket = tickets[at];
          const said = words[at];
          if (ticket === undefined || said === undefined) return [];
          return [{ words: said, author: ticket.author, createdAt: ticket.createdAt }];
        }),
      ),
    ]),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Tickets that stand alone and say clearly what about are themes of one; tomorrow others may join them. Pure.
 * Moves the clearest of what is left into groups of one, a few at most.
 */
function chooseSingles(
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
    groups: [
      ...groups,
      ...clear.map((at) => ({ theme: null, splitFrom: null, past: [], members: [at] })),
    ],
    left: left.filter((at) => !clear.includes(at)),
  };
}

function topicsOf(ticket: TicketWords | undefined, terms: Terms): number {
  const said = new Set(ticket?.titleTerms);
  return [...said].filter((term) => term !== null && terms.isTopic(term)).length;
}
