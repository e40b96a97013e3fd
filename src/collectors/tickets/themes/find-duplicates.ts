/** Tickets of one theme that are one text sent again: resent, forwarded, or a monitor's template. Pure. */
import type { TicketWords } from './read-words.ts';

export interface Sendable {
  readonly words: TicketWords;
  readonly author: string | null;
  readonly createdAt: string | null;
}

/** How alike two sets of shingles must be; a sentence more or less in a long text is still the same text. */
const SAME_TEXT = 0.85;
/** Shorter texts are the same only when every word is: "Cannot log in" is said by many who mean no one else. */
const SHORT = 12;
const FEWEST_WORDS = 3;

/** For each later ticket that says the same: the id of the earliest. */
export function findDuplicates(theme: readonly Sendable[]): ReadonlyMap<string, string> {
  const texts = theme
    .map((ticket) => ({ ...ticket, text: textOf(ticket.words) }))
    .filter(({ text }) => text.exact.length >= FEWEST_WORDS)
    .sort((a, b) => order(a, b));
  const duplicates = new Map<string, string>();
  const originals: { id: string; author: string | null; text: Text }[] = [];
  const byShingle = new Map<string, number[]>();
  for (const { words, author, text } of texts) {
    const met = new Map<number, number>();
    for (const shingle of text.shingles)
      for (const at of byShingle.get(shingle) ?? []) met.set(at, (met.get(at) ?? 0) + 1);
    const original = [...met]
      .map(([at, shared]) => ({ at, shared, other: originals[at] }))
      .sort((a, b) => b.shared - a.shared || a.at - b.at)
      .find(
        ({ shared, other }) => other !== undefined && isSame({ text, author }, { other, shared }),
      );
    if (original?.other !== undefined) {
      duplicates.set(words.id, original.other.id);
      continue;
    }
    const at = originals.push({ id: words.id, author, text }) - 1;
    for (const shingle of text.shingles) {
      const list = byShingle.get(shingle);
      if (list === undefined) byShingle.set(shingle, [at]);
      else if (list.length < 200) list.push(at);
    }
  }
  return duplicates;
}

interface Text {
  readonly exact: readonly string[];
  readonly whole: string;
  /** Runs of three words, numbers blotted out. */
  readonly shingles: ReadonlySet<string>;
}

function isSame(
  { text, author }: { readonly text: Text; readonly author: string | null },
  {
    other,
    shared,
  }: {
    readonly other: { readonly author: string | null; readonly text: Text };
    readonly shared: number;
  },
): boolean {
  if (text.whole === other.text.whole) return true;
  if (Math.min(text.exact.length, other.text.exact.length) < SHORT) return false;
  const alike = shared / (text.shingles.size + other.text.shingles.size - shared);
  if (alike < SAME_TEXT) return false;
  return author === other.author || alike === 1 || !differInNumbers(text, other.text);
}

/** Two customers who fill in one form differ in their numbers; a text that was resent does not. */
function differInNumbers(a: Text, b: Text): boolean {
  const numbers = (text: Text): string => text.exact.filter((word) => /^\d/.test(word)).join(' ');
  return numbers(a) !== numbers(b);
}

function textOf({ said }: TicketWords): Text {
  const exact = said.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const blotted = exact.map((word) => (/\d/.test(word) ? '0' : word));
  const shingles = new Set(
    blotted.slice(0, 2_000).map((_, at) => blotted.slice(at, at + 3).join(' ')),
  );
  return { exact, whole: exact.join(' '), shingles };
}

/** Earliest first; those without a date last, in the order of their ids. */
function order(a: Sendable, b: Sendable): number {
  const left = a.createdAt ?? '9999';
  const right = b.createdAt ?? '9999';
  if (left !== right) return left < right ? -1 : 1;
  return a.words.id < b.words.id ? -1 : 1;
}
