/**
 * One search for all that is looked for, however many values and forms there are: the text is gone over once, in steps of
 * several letters (Wu and Manber), and looked at closely only where the beginning of something stands.
 */
import { anchorsOf, type Needle } from './needles.ts';

export interface NeedleIndex {
  /** They are for text of one character a byte. */
  readonly asBytes: boolean;
  /** Of all forms; 0 when there is none. */
  readonly longest: number;
  /** Calls `take` wherever a part of a needle begins; the rest of it may stand there, or not. */
  scan(text: string, take: (needle: Needle, part: PartAt) => void): void;
  /** @param letters `FIRST_LETTERS` of them */
  beginningWith(letters: string): readonly Needle[];
}

export interface PartAt {
  /** Where in the text. */
  readonly at: number;
  /** Where in the needle. */
  readonly offset: number;
}

/** So many letters of a beginning tell it from most other text. */
export const FIRST_LETTERS = 4;
const BLOCK = 3;
const MOST_LETTERS = 6;
const TABLE = 1 << 16;

interface Part {
  readonly needle: Needle;
  readonly offset: number;
  readonly letters: string;
}

export function indexNeedles(needles: readonly Needle[], asBytes: boolean): NeedleIndex {
  const beginnings = new Map<string, Needle[]>();
  for (const needle of needles) addTo(beginnings, needle.text.slice(0, FIRST_LETTERS), needle);
  // Most processes of a run search nothing long: the table is made when it is needed.
  let table: SkipTable | null = null;
  return {
    asBytes,
    longest: needles.reduce((most, { text }) => Math.max(most, text.length), 0),
    scan: (text, take) => {
      if (needles.length > 0) scanWith((table ??= skipTable(needles)), text, take);
    },
    beginningWith: (letters) => beginnings.get(letters) ?? [],
  };
}

interface SkipTable {
  /** The first letters that are compared; all parts have as many. */
  readonly width: number;
  /** How far on the next part can begin at the earliest, by the letters that stand there; 0: one may end its width here. */
  readonly skips: Uint8Array;
  readonly parts: ReadonlyMap<number, readonly Part[]>;
}

function skipTable(needles: readonly Needle[]): SkipTable {
  const parts = needles.flatMap((needle) =>
    anchorsOf(needle).map(({ offset, anchor }): Part => ({ needle, offset, letters: anchor })),
  );
  const width = parts.reduce((least, { letters }) => Math.min(least, letters.length), MOST_LETTERS);
  const skips = new Uint8Array(TABLE).fill(width - BLOCK + 1);
  const ends = new Map<number, Part[]>();
  for (const part of parts) {
    for (let at = BLOCK - 1; at < width; at += 1) {
      const block = blockAt(part.letters, at);
      skips[block] = Math.min(skips[block] ?? 0, width - 1 - at);
    }
    addTo(ends, blockAt(part.letters, width - 1), part);
  }
  return { width, skips, parts: ends };
}

function scanWith(
  { width, skips, parts }: SkipTable,
  text: string,
  take: (needle: Needle, part: PartAt) => void,
): void {
  let last = width - 1;
  while (last < text.length) {
    const block = blockAt(text, last);
    const skip = skips[block] ?? 1;
    if (skip > 0) {
      last += skip;
      continue;
    }
    const at = last - width + 1;
    for (const { needle, offset, letters } of parts.get(block) ?? [])
      if (text.startsWith(letters, at)) take(needle, { at, offset });
    last += 1;
  }
}

/** The block that ends there, as one number. */
function blockAt(text: string, last: number): number {
  const [a, b, c] = [text.charCodeAt(last - 2), text.charCodeAt(last - 1), text.charCodeAt(last)];
  return ((a << 10) ^ (b << 5) ^ c) & (TABLE - 1);
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [value]);
  else there.push(value);
}
