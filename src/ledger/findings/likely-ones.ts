/**
 * Which of many findings one might be like at all, without comparing it with each: those with its title, with enough of its
 * words in a place that may be the same, or in a moved file of the same name and symbol. Pure.
 */
import { fileName } from './compared-places.ts';
import { leastShared, type Likened } from './likeness.ts';
import type { WordIndex } from './word-index.ts';

/** Positions in `others` of all whose likeness may be above 0, in order, each once. */
export function likelyOnes(
  others: readonly Likened[],
  words: Pick<WordIndex, 'wordsOf' | 'saidBy'>,
): (one: Likened) => Iterable<number> {
  const byTitle = grouped(others, ({ plainTitle }) => [plainTitle]);
  const byMove = grouped(others, ({ location }) => moveKey(location));
  const byWord = grouped(others, ({ title }) => words.wordsOf(title));
  const shared = new Int32Array(others.length);
  return (one) => {
    const found = new Set([
      ...(byTitle.get(one.plainTitle) ?? []),
      ...moveKey(one.location).flatMap((key) => byMove.get(key) ?? []),
    ]);
    shared.fill(0);
    // A word that is said twice counts twice, as it does where two are compared.
    for (const word of words.saidBy(one.title))
      for (const at of byWord.get(word) ?? []) shared[at] = (shared[at] ?? 0) + 1;
    for (const [at, other] of others.entries()) {
      if ((shared[at] ?? 0) >= leastShared(one, other) && maySharePlace(one, other)) found.add(at);
    }
    return [...found].toSorted((a, b) => a - b);
  };
}

function maySharePlace(a: Likened, b: Likened): boolean {
  return a.location === null || b.location === null || a.location.path === b.location.path;
}

function moveKey(location: Likened['location']): readonly string[] {
  if (location === null || location.symbol === null) return [];
  return [`${location.symbol}\0${fileName(location.path)}`];
}

function grouped<Key>(
  list: readonly Likened[],
  keysOf: (one: Likened) => Iterable<Key>,
): ReadonlyMap<Key, readonly number[]> {
  const groups = new Map<Key, number[]>();
  for (const [at, one] of list.entries()) {
    for (const key of keysOf(one)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [at]);
      else group.push(at);
    }
  }
  return groups;
}
