/** Average-link clustering of points: the two nearest groups become one until none are near. Pure, deterministic. */
import { sharedNeighbours } from './shared-neighbours.ts';
import type { SparseVector } from './sparse-vector.ts';

export interface Point {
  readonly vector: SparseVector;
  /** As how many tickets it counts. */
  readonly mass: number;
  /** The number of the theme that it was told in; `null` for one that is in none. */
  readonly home: number | null;
  /** A ticket that an earlier window told, not a theme's signature. */
  readonly isTicket: boolean;
}

/**
 * Groups stay apart whose average similarity is so many standard deviations above the mean of any two points: short
 * questions to one bank are all a little alike, issues of a large repository hardly at all.
 */
const APART = 1.2;
/** Within these bounds: of a handful of points the mean says little. */
const APART_LEAST = 0.04;
const APART_MOST = 0.2;

/** The points of each group, by number, rising. */
export function groupVectors(
  points: readonly Pick<Point, 'vector' | 'mass'>[],
): readonly (readonly number[])[] {
  const size = points.length;
  const near = sharedNeighbours(points.map(({ vector }) => vector));
  const apart = leastOf(near, size);
  const mass = points.map((point) => point.mass);
  const members = points.map((_, at) => [at]);
  const alive = points.map((_, at) => at);
  const best = points.map((_, at) => nearest(near, { size, alive, at }));
  for (;;) {
    let from = -1;
    let highest = apart;
    for (const at of alive) {
      const found = near[at * size + (best[at] ?? at)] ?? -1;
      if (best[at] !== at && found > highest) {
        highest = found;
        from = at;
      }
    }
    if (from < 0) break;
    const to = best[from] ?? from;
    const keep = Math.min(from, to);
    const gone = Math.max(from, to);
    const ours = mass[keep] ?? 1;
    const theirs = mass[gone] ?? 1;
    alive.splice(alive.indexOf(gone), 1);

    for (const other of alive) {
      if (other === keep) continue;
      const joined =
        ((near[keep * size + other] ?? 0) * ours + (near[gone * size + other] ?? 0) * theirs) /
        (ours + theirs);
      near[keep * size + other] = joined;
      near[other * size + keep] = joined;
    }
    mass[keep] = ours + theirs;
    members[keep] = [...(members[keep] ?? []), ...(members[gone] ?? [])];
    for (const at of alive) {
      if (at === keep || best[at] === keep || best[at] === gone)
        best[at] = nearest(near, { size, alive, at });
      else if ((near[at * size + keep] ?? -1) > (near[at * size + (best[at] ?? at)] ?? -1))
        best[at] = keep;
    }
  }
  return alive.map((at) => (members[at] ?? []).toSorted((a, b) => a - b));
}

function leastOf(near: Float32Array, size: number): number {
  const pairs = Math.max(1, size * (size - 1));
  let sum = 0;
  let squares = 0;
  for (let a = 0; a < size; a += 1)
    for (let b = 0; b < size; b += 1) {
      if (a === b) continue;
      const value = near[a * size + b] ?? 0;
      sum += value;
      squares += value * value;
    }
  const mean = sum / pairs;
  const apart = mean + APART * Math.sqrt(Math.max(0, squares / pairs - mean * mean));
  return Math.min(APART_MOST, Math.max(APART_LEAST, apart));
}

function nearest(
  near: Float32Array,
  { size, alive, at }: { readonly size: number; readonly alive: readonly number[]; at: number },
): number {
  let found = at;
  let highest = -Infinity;
  for (const other of alive) {
    const here = near[at * size + other] ?? -1;
    if (other !== at && here > highest) {
      highest = here;
      found = other;
    }
  }
  return found;
}
