/** A set of very many texts that may err on the side of "yes, maybe": eight bytes each. */

export interface KeySet {
  /** False is certain; true wants a closer look. */
  mayHave(text: string): boolean;
  with(texts: readonly string[]): KeySet;
}

const EMPTY = new Float64Array(0);

export function emptyKeySet(): KeySet {
  return keySetOf(EMPTY);
}

function keySetOf(sorted: Float64Array): KeySet {
  return {
    mayHave: (text) => isIn(sorted, hashOf(text)),
    with: (texts) => {
      const all = new Float64Array(sorted.length + texts.length);
      all.set(sorted);
      for (const [index, text] of texts.entries()) all[sorted.length + index] = hashOf(text);
      return keySetOf(all.sort());
    },
  };
}

function isIn(sorted: Float64Array, wanted: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const value = sorted[middle] ?? 0;
    if (value === wanted) return true;
    if (value < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** 53 bits: FNV-1a twice, from two beginnings. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x01000193);
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}
