/**
 * A part of the index that does not change: its documents, its terms in order, and for each of them where it stands, packed
 * into bytes. A Map for each term would take ten times the memory. Pure.
 */
import { oneLine } from '../../words/text.ts';
import type { SearchDocument } from './contract.ts';
import { splitWords } from './split-words.ts';

export interface IndexedDocument extends Omit<SearchDocument, 'text'> {
  /** How many words it has; 0: it is known that there is nothing to find. */
  readonly words: number;
}

export interface Segment {
  readonly documents: readonly IndexedDocument[];
  /** Ascending by code units. */
  readonly terms: readonly string[];
  /** In how many documents each stands. */
  readonly counts: Uint32Array;
  /** Where in `postings` each begins; one more for the end. */
  readonly starts: Uint32Array;
  readonly postings: Uint8Array;
}

/** Of a document's text; what comes after is not found. */
export const MOST_TEXT = 64_000;
const MOST_WORDS = 12_000;

export function emptySegment(): Segment {
  return {
    documents: [],
    terms: [],
    counts: new Uint32Array(0),
    starts: new Uint32Array(1),
    postings: new Uint8Array(0),
  };
}

/** Takes documents one by one, so that others get a turn in between. */
export class SegmentBuilder {
  readonly #postings = new Map<string, number[]>();
  readonly #documents: IndexedDocument[] = [];

  get size(): number {
    return this.#documents.length;
  }

  add(document: SearchDocument): void {
    const { codes, words } = codesOf(document);
    const number = this.#documents.length;
    for (const [term, code] of codes) {
      const list = this.#postings.get(term);
      if (list === undefined) this.#postings.set(term, [number, code]);
      else list.push(number, code);
    }
    const { kind, id, stamp, title, at, routine, label } = document;
    this.#documents.push({
      kind,
      id,
      stamp,
      title: oneLine(title, 200),
      at,
      routine,
      label,
      words,
    });
  }

  finish(): Segment {
    const terms = [...this.#postings.keys()].toSorted(compareTerms);
    const writer = new PostingsWriter();
    for (const term of terms) writer.add(term, this.#postings.get(term) ?? []);
    return { documents: this.#documents, ...writer.finish() };
  }
}

/** By code units, as `<` does: the order in which ranges of a beginning lie together. */
export function compareTerms(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Of each term how often it stands there, times two, plus one when the title has it. */
function codesOf({ title, text }: SearchDocument): {
  readonly codes: ReadonlyMap<string, number>;
  readonly words: number;
} {
  const codes = new Map<string, number>();
  let words = 0;
  const add = (term: string, inTitle: boolean): void => {
    const before = codes.get(term) ?? 0;
    codes.set(term, Math.min(before + 2, 254 + (before & 1)) | (inTitle ? 1 : before & 1));
  };
  for (const [part, inTitle] of [
    [title.slice(0, 2_000), true],
    [text.slice(0, MOST_TEXT), false],
  ] as const) {
    for (const { whole, parts } of splitWords(part, MOST_WORDS)) {
      words += 1;
      if (whole !== null) add(whole, inTitle);
      for (const one of parts) add(one, inTitle);
    }
  }
  return { codes, words };
}

// Where terms stand, as bytes: for each document the distance from the one before, then how often. Pure.

export interface PackedTerms {
  readonly terms: readonly string[];
  readonly counts: Uint32Array;
  readonly starts: Uint32Array;
  readonly postings: Uint8Array;
}

/** Terms are added in their order. */
export class PostingsWriter {
  readonly #terms: string[] = [];
  readonly #counts: number[] = [];
  readonly #starts: number[] = [0];
  #bytes = new Uint8Array(65_536);
  #length = 0;

  /** @param pairs document and code in turn, documents ascending; a term without any is passed over */
  add(term: string, pairs: readonly number[]): void {
    if (pairs.length === 0) return;
    let before = -1;
    for (let at = 0; at < pairs.length; at += 2) {
      const document = pairs[at] ?? 0;
      this.#write(document - before);
      this.#write(pairs[at + 1] ?? 0);
      before = document;
    }
    this.#terms.push(term);
    this.#counts.push(pairs.length / 2);
    this.#starts.push(this.#length);
  }

  finish(): PackedTerms {
    return {
      terms: this.#terms,
      counts: Uint32Array.from(this.#counts),
      starts: Uint32Array.from(this.#starts),
      postings: this.#bytes.slice(0, this.#length),
    };
  }

  #write(value: number): void {
    if (this.#length + 5 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length] = (rest & 127) | 128;
      this.#length += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }
}

/** Calls `take` for each document that has the term. Damaged bytes end it, and reach no document outside. */
export function readPostings(
  { starts, postings }: Pick<PackedTerms, 'starts' | 'postings'>,
  term: number,
  take: (document: number, code: number) => void,
): void {
  const end = Math.min(starts[term + 1] ?? 0, postings.length);
  let at = starts[term] ?? 0;
  let document = -1;
  while (at < end) {
    let distance = 0;
    let code = 0;
    for (let shift = 0, byte = 128; byte > 127 && at < end && shift < 32; shift += 7, at += 1) {
      byte = postings[at] ?? 0;
      distance |= (byte & 127) << shift;
    }
    for (let shift = 0, byte = 128; byte > 127 && at < end && shift < 32; shift += 7, at += 1) {
      byte = postings[at] ?? 0;
      code |= (byte & 127) << shift;
    }
    document += distance;
    take(document, code);
  }
}
