/** Average-link clustering of points, some with a home already: the two nearest groups become one until none are near. Pure, deterministic. */
import type { SparseVector } from './sparse-vector.ts';

export interface Point {
  readonly vector: SparseVector;
  /** As how many tickets it counts. */
  readonly mass: number;
  /** The number of the theme that it was told in; `null` for one that is in none. */
  readonly home: number | null;
  /** A ticket; else the signature of a theme. */
  readonly isTicket: boolean;
}

export interface GroupRequest {
  /** How alike any two points are, a square row by row; it stays as it is. */
  readonly alike: Float32Array;
  /** Groups whose average similarity is below it stay apart. */
  readonly apart: number;
  /** How much nearer two points of one theme count. */
  readonly together: number;
  /** How much farther two points of different themes count. */
  readonly asunder: number;
}

/** The points of each group, by number, rising. */
export function groupVectors(
  points: readonly Point[],
  { alike, apart, together, asunder }: GroupRequest,
): readonly (readonly number[])[] {
  const size = points.length;
  const near = alike.slice();
  const settled = points.flatMap(({ home }, at) => (home === null ? [] : [at]));
  for (const a of settled)
    for (const b of settled) {
      const at = a * size + b;
      near[at] = (near[at] ?? 0) + (points[a]?.home === points[b]?.home ? together : -asunder);
    }
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
