/** Where terms stand, as bytes: for each document the distance from the one before, then how often. Pure. */

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
