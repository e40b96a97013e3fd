/** Names a person would give: the phrase of a theme's own tickets that covers it best and sets it apart. Pure. */
import { isFormWord, type Tagger } from './find-phrases.ts';
import { MOST_READ, rankNames, type NamelessTheme, type RankedName } from './rank-phrases.ts';
import type { TicketWords } from './read-words.ts';
import type { Terms } from './ticket-terms.ts';

export interface NameRequest {
  readonly themes: readonly NamelessTheme[];
  /** Names that are given away already. */
  readonly taken: readonly string[];
  readonly tag: Tagger;
  readonly terms: Terms;
}

/** One name a theme, in their order, all different, also by their terms: two never differ by a plural alone. */
export function nameThemes({ themes, taken, tag, terms }: NameRequest): readonly string[] {
  const texts = themes.flatMap(({ tickets }) =>
    tickets.slice(0, MOST_READ).flatMap(({ title, lines }) => [title, ...lines.slice(0, 6)]),
  );
  const casing = learnCasing(texts);
  const keyOf = (name: string): string => {
    const said = terms.of(name).flatMap((term) => term ?? []);
    return said.length === 0 ? name.toLowerCase() : said.toSorted().join(' ');
  };
  const given = new Set(taken.flatMap((name) => [keyOf(name), name.toLowerCase()]));
  return themes.map((theme) => {
    const written = ({ words, isTopic }: RankedName): string => {
      if (!isTopic) return casing(words);
      const said = summariseTopic(theme.tickets, { topic: words.join(' '), tag, terms });
      const [topic = '', ...rest] = casing([...words, ...said]).split(' ');
      return rest.length === 0 ? '' : `${topic}: ${rest.join(', ')}`;
    };
    const isFree = (name: string): boolean => name !== '' && !given.has(keyOf(name));
    const name = firstFree(
      [
        ...rankNames(theme, { tag, terms }).map((ranked) => () => written(ranked)),
        ...theme.tickets.map(
          ({ title }) =>
            () =>
              shortened(title),
        ),
        () => 'Messages of one kind',
      ],
      isFree,
    );
    const chosen = name ?? numbered('Messages of one kind', given);
    given.add(keyOf(chosen)).add(chosen.toLowerCase());
    return chosen;
  });
}

function firstFree(
  names: readonly (() => string)[],
  isFree: (name: string) => boolean,
): string | undefined {
  for (const nameOf of names) {
    const name = nameOf();
    if (isFree(name)) return name;
  }
  return undefined;
}

/** The first clause of a title that has no phrase in it, or as much of it as sixty characters hold. */
function shortened(title: string): string {
  const [clause = ''] = title
    .replaceAll('|', ' ')
    .trim()
    .split(/[,;:.!?](?:\s|$)/, 1);
  const words = clause
    .split(/\s+/)
    .filter((word) => !isFormWord(word.replace(/\P{L}/gu, '')))
    .join(' ');
  if (Array.from(words).length <= MOST_OF_TITLE) return words.replace(/[\s\p{P}]+$/u, '');
  const cut = Array.from(words).slice(0, MOST_OF_TITLE).join('');
  return `${cut.replace(/\s+\S*$/, '').replace(/[\s\p{P}]+$/u, '')} …`;
}

const MOST_OF_TITLE = 60;

function numbered(name: string, given: ReadonlySet<string>): string {
  let number = 2;
  while (given.has(`${name} ${number}`.toLowerCase())) number += 1;
  return `${name} ${number}`;
}

// The usual casing of a word in running text: `CSV` stays, `PASSWORD` and `Password` do not. Pure.

type Casing = (words: readonly string[]) => string;

/** Learns from running text, where a capital inside a sentence is meant. */
export function learnCasing(texts: readonly string[]): Casing {
  const forms = new Map<string, Map<string, number>>();
  for (const text of texts) {
    for (const sentence of text.split(/[.!?\n]+/)) {
      const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
      if (isShouted(sentence) || isTitleCased(words)) continue;
      for (const [at, word] of words.entries()) {
        // The capital of a first word says nothing, what follows it does.
        const way = at === 0 && /^\p{Lu}\p{Ll}*$/u.test(word) ? word.toLowerCase() : word;
        const ways = forms.get(word.toLowerCase()) ?? new Map<string, number>();
        forms.set(word.toLowerCase(), ways.set(way, (ways.get(way) ?? 0) + (at === 0 ? 0.5 : 1)));
      }
    }
  }
  const usual = (word: string): string => {
    const ways = forms.get(word.toLowerCase());
    if (ways === undefined) return isAcronym(word) ? word : word.toLowerCase();
    const times = [...ways.values()].reduce((sum, count) => sum + count, 0);
    const acronym = [...ways].find(([way, count]) => isAcronym(way) && count * 2 >= times);
    if (acronym !== undefined) return acronym[0];
    return [...ways].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? word;
  };
  return (words) => {
    const line = words.map(usual).join(' ');
    const [first = ''] = Array.from(line);
    return /^\p{Ll}[\p{Ll}'’-]*(?: |$)/u.test(line)
      ? first.toUpperCase() + line.slice(first.length)
      : line;
  };
}

function isShouted(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return letters.length > 8 && capitals.length > letters.length * 0.6;
}

function isTitleCased(words: readonly string[]): boolean {
  const capital = words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length;
  return words.length > 2 && capital > words.length * 0.6;
}

function isAcronym(word: string): boolean {
  return /^[\p{Lu}\p{N}]{2,4}s?$/u.test(word) || /^\p{Ll}+\p{Lu}/u.test(word);
}

// What tickets say who share one word and little else: of a theme about cards, `virtual`, `lost` and `pin`. Pure.
const MOST_WORDS = 3;
/** What fewer say is chance. */
const FEWEST = 2;
const LEAST_SHARE = 0.1;

/** Up to three words, each of which most of the tickets say that say none before it; none where there are none. */
function summariseTopic(
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
