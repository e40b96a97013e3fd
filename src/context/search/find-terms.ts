/** Which terms of a segment a word of a question can mean: itself, what begins with it, and what it may be a slip of. */
import SearchableMap from 'minisearch/SearchableMap';

import type { Segment } from './segment.ts';

export interface MeantTerm {
  /** Its number in the segment. */
  readonly term: number;
  /** 1: the word itself; less, the less alike. */
  readonly weight: number;
}

const PREFIX_WEIGHT = 0.7;
const SLIP_WEIGHT = 0.4;
/** Of those that begin with it, the ones that stand in most documents. */
const MOST_PREFIXES = 200;
const MOST_LOOKED_AT = 5_000;
const MOST_SLIPS = 20;
/** Short words are not taken for slips of others: everything is near them. */
const LEAST_SLIP = 4;

/** Exact number of a term; -1 when there is none. */
export function termNumber({ terms }: Segment, word: string): number {
  const at = firstNotBefore(terms, word);
  return terms[at] === word ? at : -1;
}

/** Of the word itself and of longer ones. Of one or two letters only the word itself: half of all begins with them. */
export function findPrefixed(segment: Segment, word: string): readonly MeantTerm[] {
  const { terms, counts } = segment;
  const found: MeantTerm[] = [];
  const first = firstNotBefore(terms, word);
  if (terms[first] === word) found.push({ term: first, weight: 1 });
  if (word.length < 3) return found;
  const longer: number[] = [];
  for (
    let at = first + found.length;
    longer.length < MOST_LOOKED_AT && terms[at]?.startsWith(word) === true;
    at += 1
  )
    longer.push(at);
  const kept = longer
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
    .slice(0, MOST_PREFIXES);
  for (const term of kept) {
    const share = word.length / (terms[term]?.length ?? 1);
    found.push({ term, weight: PREFIX_WEIGHT * (0.5 + share / 2) });
  }
  return found;
}

export type Dictionary = SearchableMap<number>;

/** Takes a moment and some memory: made when the first slip is looked for. */
export function openDictionary({ terms }: Segment): Dictionary {
  const dictionary: Dictionary = new SearchableMap();
  for (const [number, term] of terms.entries()) dictionary.set(term, number);
  return dictionary;
}

/** One letter for words of up to seven, two for longer ones; the nearest first. */
export function findSlips(
  dictionary: Dictionary,
  word: string,
  distance = word.length > 7 ? 2 : 1,
): readonly MeantTerm[] {
  if (word.length < LEAST_SLIP) return [];
  const swapped = swapsOf(word).flatMap((one) => {
    const term = dictionary.get(one);
    return term === undefined ? [] : [{ term, weight: SLIP_WEIGHT / 2 }];
  });
  const near = [...dictionary.fuzzyGet(word, distance)]
    .map(([term, [number, edits]]) => ({ term, number, edits }))
    .toSorted((a, b) => a.edits - b.edits || (a.term < b.term ? -1 : 1));
  const slips = near
    .slice(0, MOST_SLIPS)
    .map(({ number, edits }) => ({ term: number, weight: SLIP_WEIGHT / (1 + edits) }));
  return distance === 0 ? slips : [...swapped, ...slips];
}

/** Two letters that changed places are one slip, and two edits. */
function swapsOf(word: string): readonly string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`,
  ).filter((swapped) => swapped !== word);
}

function firstNotBefore(terms: readonly string[], word: string): number {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
