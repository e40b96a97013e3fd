/**
 * The words of many findings by number, so that those of any two are compared without comparing letters. Says exactly what
 * comparing them word by word says. Pure.
 */
import { weightOf, type SaidWords } from './title-words.ts';

export interface WordIndex {
  /** As `plainOverlap` of likeness.ts, of two whose words are in here. */
  readonly overlap: (a: SaidWords, b: SaidWords) => number;
  /** Each different word of one of those in here. */
  readonly wordsOf: (said: SaidWords) => Int32Array;
  /** The same, as often as they were said. */
  readonly saidBy: (said: SaidWords) => Int32Array;
}

interface Numbered {
  /** In order, as often as they were said. */
  readonly all: Int32Array;
  readonly distinct: Int32Array;
  readonly weight: number;
}

interface Words {
  readonly numbers: Map<string, number>;
  readonly weights: number[];
  /** Other words that one slip of the pen makes of it. */
  readonly slips: readonly (readonly number[])[];
}

export function wordIndex(said: readonly SaidWords[], common: ReadonlySet<string>): WordIndex {
  const words = numberedWords(said, common);
  const numbered = new Map<SaidWords, Numbered>();
  const of = (one: SaidWords): Numbered => {
    const known = numbered.get(one);
    if (known !== undefined) return known;
    const made = numberOf(one, words);
    numbered.set(one, made);
    return made;
  };
  return {
    overlap: (a, b) => {
      const [some, others] = [of(a), of(b)];
      const all = some.weight + others.weight;
      return all === 0 ? 0 : (all - lostWeight(some.all, others.all, words)) / all;
    },
    wordsOf: (one) => of(one).distinct,
    saidBy: (one) => of(one).all,
  };
}

function numberedWords(said: readonly SaidWords[], common: ReadonlySet<string>): Words {
  const numbers = new Map<string, number>();
  for (const { words } of said)
    for (const word of words) if (!numbers.has(word)) numbers.set(word, numbers.size);
  const all = [...numbers.keys()];
  const starts = new Map<string, string[]>();
  for (const word of all) {
    const start = word.slice(0, 2);
    const group = starts.get(start);
    if (group === undefined) starts.set(start, [word]);
    else group.push(word);
  }
  const slips = all.map((word) =>
    (starts.get(word.slice(0, 2)) ?? [])
      .filter((other) => other !== word && alike(word, other))
      .flatMap((other) => numbers.get(other) ?? []),
  );
  return { numbers, weights: all.map((word) => weightOf(word, common)), slips };
}

function numberOf({ words }: SaidWords, { numbers, weights }: Words): Numbered {
  const all = Int32Array.from(words, (word) => numbers.get(word) ?? -1).toSorted();
  const weight = all.reduce((sum, word) => sum + (weights[word] ?? 0), 0);
  return { all, distinct: Int32Array.from(new Set(all)), weight };
}

/** Of words that only one of them has. Both are in order. */
function lostWeight(some: Int32Array, others: Int32Array, { weights, slips }: Words): number {
  let [at, to, lost] = [0, 0, 0];
  while (at < some.length || to < others.length) {
    const one = some[at] ?? Infinity;
    const other = others[to] ?? Infinity;
    if (one === other) {
      while (some[at] === one) at += 1;
      while (others[to] === one) to += 1;
    } else if (one < other) {
      if (!hasSlip(one, others, slips)) lost += weights[one] ?? 0;
      at += 1;
    } else {
      if (!hasSlip(other, some, slips)) lost += weights[other] ?? 0;
      to += 1;
    }
  }
  return lost;
}

function hasSlip(word: number, words: Int32Array, slips: Words['slips']): boolean {
  const near = slips[word];
  return near !== undefined && near.some((other) => words.includes(other));
}

// Words that a slip of the pen keeps apart. Pure.

/** Equal but for one slip of the pen in a long word; never with another start. */
export function alike(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 6 || Math.abs(a.length - b.length) > 1) return false;
  return a.slice(0, 2) === b.slice(0, 2) && isOneSlip(a, b);
}

function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [some, others] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (some.length + others.length <= 1) return true;
  if (some.length === 1 && others.length === 1) return true;
  return some.length === 2 && some === `${others[1] ?? ''}${others[0] ?? ''}`;
}
