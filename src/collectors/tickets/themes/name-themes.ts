/** Names a person would give: the phrase of a theme's own tickets that covers it best and sets it apart. Pure. */
import { findPhrases, isFormWord, type Phrase } from './find-phrases.ts';
import type { TicketWords } from './read-words.ts';
import type { Tagger } from './tag-words.ts';
import { isField, type Terms } from './ticket-terms.ts';

export interface NamelessTheme {
  /** The tickets that stand for it best first. */
  readonly tickets: readonly TicketWords[];
  /** How much each term stands for the theme, above 0. */
  readonly weights: ReadonlyMap<string, number>;
}

export interface NameRequest {
  readonly themes: readonly NamelessTheme[];
  /** Names that are given away already. */
  readonly taken: readonly string[];
  readonly tag: Tagger;
  readonly terms: Terms;
}

/** A name has a word that at least such a part of the tickets say. */
const COVERED = 0.34;

/** A word that fewer of the tickets say speaks for some of them only. */
const SAID = 0.26;

/** So many tickets of a theme are read for phrases. */
const MOST_READ = 24;

/** One name a theme, in their order, all different. */
export function nameThemes({ themes, taken, tag, terms }: NameRequest): readonly string[] {
  const texts = themes.flatMap(({ tickets }) =>
    tickets.slice(0, MOST_READ).flatMap(({ title, lines }) => [title, ...lines.slice(0, 6)]),
  );
  const casing = learnCasing(texts);
  const given = new Set(taken.map((name) => name.toLowerCase()));
  return themes.map((theme) => {
    const names = [
      ...rankPhrases(theme, { tag, terms }).map((words) => casing(words)),
      ...theme.tickets.map(({ title }) => shortened(title)),
      'Messages of one kind',
    ].filter((name) => name !== '');
    const free = names.find((name) => !given.has(name.toLowerCase()));
    const name = free ?? numbered(names[0] ?? '', given);
    given.add(name.toLowerCase());
    return name;
  });
}

function rankPhrases(
  theme: NamelessTheme,
  { tag, terms }: { readonly tag: Tagger; readonly terms: Terms },
): readonly (readonly string[])[] {
  const read = theme.tickets.slice(0, MOST_READ);
  const shares = sharesOf(read);
  const spread = spreadOf(read);
  const weights = [...theme.weights].filter(([term]) => !isField(term));
  const heaviest = Math.max(1e-9, ...weights.map(([, weight]) => weight));
  const isMisspelt = misspellings(read, terms);
  const termSets = read.map(({ titleTerms, bodyTerms }) => new Set([...titleTerms, ...bodyTerms]));
  const coverOf = (said: readonly string[]): number =>
    termSets.filter((set) => said.every((term) => set.has(term))).length / termSets.length;
  const found = new Map<string, { words: readonly string[]; score: number; times: number }>();
  read.forEach((ticket, rank) => {
    const texts = [ticket.title, ...ticket.lines.slice(0, 3)];
    texts.forEach((text, line) => {
      for (const phrase of findPhrases(tag(text.replaceAll('|', ' . ')))) {
        const score =
          scoreOf(phrase, { theme, heaviest, shares, spread, coverOf, isMisspelt, terms }) +
          (line === 0 ? Math.max(0.05, 0.3 - phrase.at * 0.01) : 0) -
          rank * 0.004;
        const key = phrase.words.join(' ').toLowerCase();
        const before = found.get(key);
        found.set(key, {
          words: before?.words ?? phrase.words,
          score: Math.max(score, before?.score ?? -Infinity),
          times: (before?.times ?? 0) + 1,
        });
      }
    });
  });
  return [...found]
    .map(([key, { words, score, times }]) => ({
      key,
      words,
      score: score + 0.15 * Math.log2(times),
    }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .map(({ words }) => words);
}

interface Scene {
  readonly theme: NamelessTheme;
  /** Of each term: in which part of the theme's tickets it stands. */
  readonly shares: ReadonlyMap<string, number>;
  /** Of each term: in how large a part of the tickets it stands at all. */
  readonly spread: ReadonlyMap<string, number>;
  /** In which part of the tickets all of some terms stand. */
  readonly coverOf: (said: readonly string[]) => number;
  /** The largest weight of a word's term. */
  readonly heaviest: number;
  readonly isMisspelt: (word: string) => boolean;
  readonly terms: Terms;
}

function scoreOf(
  phrase: Phrase,
  { theme, heaviest, shares, spread, coverOf, isMisspelt, terms }: Scene,
): number {
  const said = new Set(
    phrase.words.flatMap((word) => terms.of(word)).filter((term) => term !== null),
  );
  const gains = [...said].map((term) => {
    const isSaid = (spread.get(term) ?? 0) >= SAID;
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
  score += topics.length === 0 ? 0 : 0.6 * coverOf(topics);
  score -= topics.length === 1 && phrase.words.length === 2 && said.size === 2 ? 0.15 : 0;
  score += phrase.says ? 0.35 : 0;
  score += phrase.names ? 0.35 : 0;
  score += phrase.whole ? 0.3 : 0;
  return score;
}

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

/** Five words or forty characters of a title that has no phrase in it. */
function shortened(title: string): string {
  const words = title
    .replaceAll('|', ' ')
    .trim()
    .split(/\s+/)
    .filter((word) => !isFormWord(word.replace(/\P{L}/gu, '')))
    .slice(0, 5)
    .join(' ');
  return Array.from(words)
    .slice(0, 40)
    .join('')
    .replace(/[\s\p{P}]+$/u, '');
}

function numbered(name: string, given: ReadonlySet<string>): string {
  let number = 2;
  while (given.has(`${name} ${number}`.toLowerCase())) number += 1;
  return `${name} ${number}`;
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

/** The usual casing of a word in running text: `CSV` stays, `PASSWORD` and `Password` do not. Pure. */

type Casing = (words: readonly string[]) => string;

/** Learns from running text, where a capital inside a sentence is meant. */
export function learnCasing(texts: readonly string[]): Casing {
  const forms = new Map<string, Map<string, number>>();
  for (const text of texts) {
    for (const sentence of text.split(/[.!?\n]+/)) {
      const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
      if (isShouted(sentence) || isTitleCased(words)) continue;
      for (const word of words.slice(1)) {
        const ways = forms.get(word.toLowerCase()) ?? new Map<string, number>();
        forms.set(word.toLowerCase(), ways.set(word, (ways.get(word) ?? 0) + 1));
      }
    }
  }
  const usual = (word: string): string => {
    const ways = forms.get(word.toLowerCase());
    if (ways === undefined) return isAcronym(word) ? word : word.toLowerCase();
    const times = [...ways.values()].reduce((sum, count) => sum + count, 0);
    const acronym = [...ways].find(([way, count]) => isAcronym(way) && count * 4 >= times);
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
