/** Tickets that stand alone and say clearly what about are themes of one; tomorrow others may join them. Pure. */
import type { Gathered } from './gather-tickets.ts';
import type { TicketWords } from './read-words.ts';
import type { Terms } from './ticket-terms.ts';

/** A digest of many themes of one ticket tells nothing that the tickets do not. */
const MOST_SINGLES = 10;
const MOST_THEMES = 24;

/** Moves the clearest of what is left into groups of one, a few at most. */
export function chooseSingles(
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
