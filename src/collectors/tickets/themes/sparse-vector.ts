/** Vectors with few entries that are not 0, by number of term. Pure. */

export interface SparseVector {
  /** Rising, without repeats. */
  readonly terms: readonly number[];
  readonly weights: readonly number[];
  /** What a model of the user's makes of the whole text, the same numbers for all; absent: words alone. */
  readonly dense?: Float32Array;
}

/** From a map of weights; entries of 0 are left out. */
export function vectorOf(weights: ReadonlyMap<number, number>): SparseVector {
  const entries = [...weights].filter(([, weight]) => weight !== 0).sort(([a], [b]) => a - b);
  return { terms: entries.map(([term]) => term), weights: entries.map(([, weight]) => weight) };
}

/** Of length 1, unless it is empty. */
export function unit(vector: SparseVector): SparseVector {
  const length = lengthOf(vector);
  return length === 0 ? vector : scaled(vector, 1 / length);
}

export function scaled({ terms, weights }: SparseVector, by: number): SparseVector {
  return { terms, weights: weights.map((weight) => weight * by) };
}

export function lengthOf({ weights }: SparseVector): number {
  let sum = 0;
  for (const weight of weights) sum += weight * weight;
  return Math.sqrt(sum);
}

export function dot(a: SparseVector, b: SparseVector): number {
  let sum = 0;
  for (let i = 0, j = 0; i < a.terms.length && j < b.terms.length;) {
    const left = a.terms[i] ?? 0;
    const right = b.terms[j] ?? 0;
    if (left === right) {
      sum += (a.weights[i] ?? 0) * (b.weights[j] ?? 0);
      i += 1;
      j += 1;
    } else if (left < right) i += 1;
    else j += 1;
  }
  return sum + denseDot(a.dense, b.dense);
}

/** 0 where one of them has none. */
export function denseDot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** The `most` entries of the largest weight. */
export function heaviest(vector: SparseVector, most: number): SparseVector {
  if (vector.terms.length <= most) return vector;
  const order = vector.terms
    .map((term, at) => ({ term, weight: vector.weights[at] ?? 0 }))
    .sort((a, b) => b.weight - a.weight || a.term - b.term)
    .slice(0, most);
  return vectorOf(new Map(order.map(({ term, weight }) => [term, weight])));
}

/** Adds `vector`, times `by`, to a map. */
export function addTo(sum: Map<number, number>, vector: SparseVector, by = 1): void {
  for (let at = 0; at < vector.terms.length; at += 1) {
    const term = vector.terms[at] ?? 0;
    sum.set(term, (sum.get(term) ?? 0) + by * (vector.weights[at] ?? 0));
  }
}
