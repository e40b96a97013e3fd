/** What tickets say who share one word and little else: of a theme about cards, `virtual`, `lost` and `pin`. Pure. */
import { MOST_READ } from './rank-phrases.ts';
import type { TicketWords } from './read-words.ts';
import type { Tagger } from './tag-words.ts';
import type { Terms } from './ticket-terms.ts';

const MOST_WORDS = 3;
/** What fewer say is chance. */
const FEWEST = 2;
const LEAST_SHARE = 0.1;

/** Up to three words, each of which most of the tickets say that say none before it; none where there are none. */
export function summariseTopic(
  tickets: readonly TicketWords[],
  { topic, tag, terms }: { readonly topic: string; readonly tag: Tagger; readonly terms: Terms },
): readonly string[] {
  const own = new Set(terms.of(topic));
  const ways = writtenWays(tickets.slice(0, MOST_READ), { tag, terms });
  const fewest = Math.max(FEWEST, tickets.length * LEAST_SHARE);
  const chosen: string[] = [];
  let left = tickets.map(
    ({ titleTerms, bodyTerms }) =>
      new Set(
        [...titleTerms, ...bodyTerms].filter(
          (term) => term !== null && !own.has(term) && !terms.isWeak(term),
        ),
      ),
  );
  while (chosen.length < MOST_WORDS) {
    const counts = new Map<string, number>();
    for (const term of left.flatMap((said) => [...said]))
      if (term !== null && ways.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    const [best] = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    if (best === undefined || best[1] < fewest) break;
    chosen.push(ways.get(best[0]) ?? best[0]);
    left = left.filter((said) => !said.has(best[0]));
  }
  return chosen;
}

/** For each term of a single word that names or qualifies a thing, or says what was done: how the tickets write it most. */
function writtenWays(
  tickets: readonly TicketWords[],
  { tag, terms }: { readonly tag: Tagger; readonly terms: Terms },
): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { title, lines } of tickets)
    for (const text of [title, ...lines.slice(0, 3)])
      for (const { text: word, part } of tag(text)) {
        const way = word.toLowerCase();
        const [term] = terms.of(word);
        if (!PARTS.has(part) || !/^\p{L}{3,20}$/u.test(word) || terms.isForeign(word)) continue;
        if (term === undefined || term === null) continue;
        const ways = counts.get(term) ?? new Map<string, number>();
        counts.set(term, ways.set(way, (ways.get(way) ?? 0) + 1));
      }
  return new Map(
    [...counts].map(([term, ways]) => [
      term,
      [...ways].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? term,
    ]),
  );
}

const PARTS = new Set(['NOUN', 'PROPN', 'ADJ', 'VERB']);
