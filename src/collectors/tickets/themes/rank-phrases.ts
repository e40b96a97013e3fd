/** The phrases of a theme's own tickets, those that cover it best and set it apart first. Pure. */
import { findPhrases, findThings, isNegation, type Phrase, type Tagger } from './find-phrases.ts';
import type { TicketWords } from './read-words.ts';
import { isField, type Terms } from './ticket-terms.ts';

export interface NamelessTheme {
  /** The tickets that stand for it best first. */
  readonly tickets: readonly TicketWords[];
  /** How much each term stands for the theme, above 0. */
  readonly weights: ReadonlyMap<string, number>;
}

/** A name has a word that at least such a part of the tickets say. */
const COVERED = 0.34;

/** A word that fewer of the tickets say speaks for some of them only. */
const SAID = 0.26;
/** Of two tickets, both; there, what one says would name the other wrongly. */
const BOTH = 0.99;

/** So many tickets of a theme are read for phrases, and so many show what the others say. */
export const MOST_READ = 24;
const MOST_COUNTED = 200;

/** A word that most of the tickets say may stand alone, with what they say of it; a phrase that says as much goes first. */
const MOSTLY = 0.5;
const ALONE = 0.5;
/** So many of them write it that way, and not in another language. */
const WRITTEN = 0.25;

/** A phrase that stands so often is how people put it; more often tells no more. */
const OFTEN = 8;

/** What one ticket says stands for that one, where there are many. */
const MANY = 4;
const ONLY_ONE = 0.6;

/** Where fewer deny it, a “not” is wrong of the others. */
const DENIED = 0.25;

/** How much it counts that tickets say all of a name. */
const COVER = 1.5;

export interface RankedName {
  readonly words: readonly string[];
  /** One word is the topic, and these are said of it. */
  readonly isTopic: boolean;
}

export function rankNames(
  theme: NamelessTheme,
  { tag, terms }: { readonly tag: Tagger; readonly terms: Terms },
): readonly RankedName[] {
  const scene = sceneOf(theme, terms);
  const found = new Map<string, { words: readonly string[]; score: number; times: number }>();
  const add = (words: readonly string[], score: number): void => {
    const key = words.join(' ').toLowerCase();
    const before = found.get(key);
    found.set(key, {
      words: before?.words ?? words,
      score: Math.max(score, before?.score ?? -Infinity),
      times: (before?.times ?? 0) + 1,
    });
  };
  theme.tickets.slice(0, MOST_READ).forEach((ticket, rank) => {
    const texts = [ticket.title, ...ticket.lines.slice(0, 3)];
    texts.forEach((text, line) => {
      const tagged = tag(text.replaceAll('|', ' . '));
      for (const phrase of findPhrases(tagged))
        add(
          phrase.words,
          scoreOf(phrase, scene) +
            (line === 0 ? Math.max(0.05, 0.3 - phrase.at * 0.01) : 0) -
            rank * 0.004,
        );
      for (const thing of findThings(tagged))
        if (isTopic(thing, scene)) add(thing.words, scoreOf(thing, scene) - ALONE);
    });
  });
  const read = Math.min(MOST_READ, theme.tickets.length);
  return [...found]
    .filter(([, { words, times }]) => words.length > 1 || times >= read * WRITTEN)
    .map(([key, { words, score, times }]) => ({
      key,
      words,
      score: score + (words.length === 1 ? 0.01 * times : 0.15 * Math.log2(Math.min(times, OFTEN))),
    }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .map(({ words }) => ({ words, isTopic: words.length === 1 }));
}

function sceneOf(theme: NamelessTheme, terms: Terms): Scene {
  const counted = theme.tickets.slice(0, MOST_COUNTED);
  const weights = [...theme.weights].filter(([term]) => !isField(term));
  return {
    theme,
    terms,
    size: counted.length,
    shares: sharesOf(counted),
    spread: spreadOf(counted),
    coverOf: coverageOf(counted, terms),
    heaviest: Math.max(1e-9, ...weights.map(([, weight]) => weight)),
    isMisspelt: misspellings(theme.tickets.slice(0, MOST_READ), terms),
  };
}

/** A single word that tells what about, and that most of the tickets say. */
function isTopic({ words }: Phrase, { terms, spread }: Scene): boolean {
  const said = terms.of(words.join(' '));
  return said.every(
    (term) => term !== null && !terms.isWeak(term) && (spread.get(term) ?? 0) >= MOSTLY,
  );
}

interface Scene {
  readonly theme: NamelessTheme;
  /** So many tickets were counted. */
  readonly size: number;
  /** Of each term: in which part of the theme's tickets it stands. */
  readonly shares: ReadonlyMap<string, number>;
  /** Of each term: in how large a part of the tickets it stands at all. */
  readonly spread: ReadonlyMap<string, number>;
  readonly coverOf: Coverage;
  /** The largest weight of a word's term. */
  readonly heaviest: number;
  readonly isMisspelt: (word: string) => boolean;
  readonly terms: Terms;
}

function scoreOf(
  phrase: Phrase,
  { theme, size, heaviest, shares, spread, coverOf, isMisspelt, terms }: Scene,
): number {
  const said = new Set(terms.of(phrase.words.join(' ')).filter((term) => term !== null));
  const fewest = size === 2 ? BOTH : SAID;
  const gains = [...said].map((term) => {
    const isSaid = (spread.get(term) ?? 0) >= fewest;
    const weight = isSaid ? (theme.weights.get(term) ?? 0) / heaviest : -0.8;
    return weight + (shares.get(term) ?? 0) * (terms.isWeak(term) ? 0.3 : 0.6);
  });
  // Each further word tells less.
  let score = gains
    .toSorted((x, y) => y - x)
    .reduce((sum, gain, at) => sum + (gain > 0 ? gain * 0.7 ** at : gain), 0);
  score -= 0.08 * Math.max(0, phrase.words.length - said.size) + 0.12 * phrase.links;
  score -= phrase.words.some((word) => terms.isForeign(word)) ? 1.5 : 0;
  score -= phrase.words.some((word) => isMisspelt(word)) ? 0.6 : 0;
  score -= phrase.words.length === 2 ? 0.15 : 0;
  score -= /^no$/i.test(phrase.words[0] ?? '') ? 0.15 : 0;
  const topics = [...said].filter((term) => !terms.isWeak(term));
  const covered = Math.max(0, ...topics.map((term) => spread.get(term) ?? 0));
  score -= covered < COVERED ? 1 : 0;
  const cover = coverOf(said, phrase);
  score += COVER * Math.sqrt(cover);
  score -= size >= MANY && cover * size < 1.5 ? ONLY_ONE : 0;
  score -= cover < DENIED && phrase.words.some(isNegation) ? 1 : 0;
  score -= topics.length === 1 && phrase.words.length === 2 && said.size === 2 ? 0.15 : 0;
  score += phrase.says ? 0.35 : 0;
  score += phrase.names ? 0.35 : 0;
  score += phrase.whole ? 0.3 : 0;
  return score;
}

/** In which part of the tickets all that a phrase says is said, a “not” too. */
type Coverage = (said: ReadonlySet<string>, phrase: Pick<Phrase, 'words'>) => number;

function coverageOf(tickets: readonly TicketWords[], terms: Terms): Coverage {
  const texts = tickets.map(({ title, lines, titleTerms, bodyTerms }) => {
    const words = [title, ...lines]
      .join(' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}'’]+/u);
    return {
      said: new Set([...titleTerms, ...bodyTerms]),
      words: new Set(words),
      isDenial: words.some(isNegation),
    };
  });
  return (said, phrase) => {
    const denies = phrase.words.some(isNegation);
    const all = [...said];
    // A word too common to be a term, such as "son", which is Spanish too, has to stand there itself.
    const common = phrase.words
      .map((word) => word.toLowerCase())
      .filter((word) => !LINK.test(word) && !isNegation(word) && isCommon(terms.of(word)));
    const saying = texts.filter(
      (text) =>
        (!denies || text.isDenial) &&
        all.every((term) => text.said.has(term)) &&
        common.every((word) => text.words.has(word)),
    );
    return saying.length / texts.length;
  };
}

function isCommon(found: readonly (string | null)[]): boolean {
  return found.every((term) => term === null);
}

const LINK =
  /^(?:in|on|of|for|to|from|with|at|by|into|as|about|after|before|between|through|over|under|up|out|off|back|down)$/;

function spreadOf(tickets: readonly TicketWords[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { titleTerms, bodyTerms } of tickets)
    for (const term of new Set([...titleTerms, ...bodyTerms]))
      if (term !== null) counts.set(term, (counts.get(term) ?? 0) + 1 / tickets.length);
  return counts;
}

/** What is in a title counts more: there people say what it is about. */
function sharesOf(tickets: readonly TicketWords[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (said: readonly (string | null)[], by: number): void => {
    for (const term of new Set(said))
      if (term !== null) counts.set(term, (counts.get(term) ?? 0) + by / tickets.length);
  };
  for (const { titleTerms, bodyTerms } of tickets) {
    count(titleTerms, 0.5);
    count([...titleTerms, ...bodyTerms], 0.5);
  }
  return counts;
}

/** A way to write a word that one ticket has, where others write the same word otherwise. */
function misspellings(tickets: readonly TicketWords[], terms: Terms): (word: string) => boolean {
  const ways = new Map<string, number>();
  const all = new Map<string, number>();
  const termOf = (word: string): string => terms.of(word)[0] ?? '';
  for (const { title, lines } of tickets) {
    const text = `${title} ${lines.join(' ')}`.toLowerCase();
    for (const word of new Set(text.match(/[\p{L}]{4,30}/gu))) {
      ways.set(word, (ways.get(word) ?? 0) + 1);
      const term = termOf(word);
      if (term !== '') all.set(term, (all.get(term) ?? 0) + 1);
    }
  }
  return (word) => {
    const written = ways.get(word.toLowerCase()) ?? 0;
    return written === 1 && (all.get(termOf(word.toLowerCase())) ?? 0) >= 3;
  };
}
