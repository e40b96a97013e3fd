/** Whether one statement says the opposite of another, or another value for the same thing, and in which words. Pure. */
import { oneLine } from '../words/text.ts';
import type { Statement } from './note-statements.ts';

/** One line for people; `null` when nothing says that they cannot both hold. */
export function oppositionOf(a: Statement, b: Statement): string | null {
  const quoted = `"${oneLine(a.text, 80)}" against "${oneLine(b.text, 80)}"`;
  if (areOpposed(a, b)) return `one says the contrary of the other: ${quoted}`;
  if (haveOtherValues(a, b) || haveOtherNumbers(a, b))
    return `they name different values: ${quoted}`;
  return null;
}

/** How much of the union of two sets both have, 0 to 1. */
export function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = countBoth(a, b);
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

function areOpposed(a: Statement, b: Statement): boolean {
  if (a.stand * b.stand !== -1) return false;
  if (a.act !== b.act && a.act !== null && b.act !== null) return false;
  const smaller = Math.min(a.words.size, b.words.size);
  const both = countBoth(a.words, b.words);
  if (smaller === 0 || both === 0) return false;
  // Without an act on both sides only the words themselves say that they are about one thing.
  const isSameAct = a.act !== null && a.act === b.act;
  if (isSameAct) return both / smaller >= 0.99 || (both >= 2 && shareOf(a.words, b.words) >= 0.5);
  return both >= 2 && shareOf(a.words, b.words) >= 0.6;
}

function haveOtherValues(a: Statement, b: Statement): boolean {
  if (a.value === null || b.value === null) return false;
  return shareOf(a.value.key, b.value.key) >= 0.75 && countBoth(a.value.value, b.value.value) === 0;
}

function haveOtherNumbers(a: Statement, b: Statement): boolean {
  if (a.numbers.length !== 1 || b.numbers.length !== 1 || a.numbers[0] === b.numbers[0])
    return false;
  return a.words.size >= 2 && shareOf(a.words, b.words) >= 0.75;
}

function countBoth(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  return both;
}
