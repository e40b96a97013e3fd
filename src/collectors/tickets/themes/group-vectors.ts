/** Average-link clustering of points, some with a home already: the two nearest groups become one until none are near. Pure, deterministic. */
import { type SparseVector, dot } from './sparse-vector.ts';

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

// How alike two tickets are, by whom they are like. Two people who name one trouble in different words have few terms
// in common and many neighbours. Pure.
const NEIGHBOURS = 25;
const FEWEST = 5;
const PART = 0.1;
const DIRECT = 0.5;
/** Less is chance: one common word among many. */
const LEAST = 0.03;

/** A square, row by row, of cosines between the points' lists of nearest points. */
export function sharedNeighbours(points: readonly SparseVector[]): Float32Array {
  const size = points.length;
  const direct = cosines(points);
  const holders: { point: number; weight: number }[][] = points.map(() => []);
  points.forEach((_, point) => {
    const row = direct.subarray(point * size, (point + 1) * size);
    const nearest = nearestOf(row, point);
    const length = Math.sqrt(1 + nearest.reduce((sum, at) => sum + (row[at] ?? 0) ** 2, 0));
    holders[point]?.push({ point, weight: 1 / length });
    for (const at of nearest) holders[at]?.push({ point, weight: (row[at] ?? 0) / length });
  });
  const shared = new Float32Array(size * size);
  for (const holding of holders)
    for (const a of holding)
      for (const b of holding) {
        const at = a.point * size + b.point;
        shared[at] = (shared[at] ?? 0) + a.weight * b.weight;
      }
  return shared.map((value, at) => (1 - DIRECT) * value + DIRECT * (direct[at] ?? 0));
}

function cosines(points: readonly SparseVector[]): Float32Array {
  const size = points.length;
  const near = new Float32Array(size * size);
  points.forEach((point, a) => {
    for (let b = a + 1; b < size; b += 1) {
      const other = points[b];
      const value = other === undefined ? 0 : dot(point, other);
      near[a * size + b] = value;
      near[b * size + a] = value;
    }
  });
  return near;
}

function nearestOf(row: Float32Array, self: number): readonly number[] {
  const able: number[] = [];
  row.forEach((value, at) => {
    if (at !== self && value > LEAST) able.push(at);
  });
  return able
    .sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0) || a - b)
    .slice(0, Math.max(FEWEST, Math.min(NEIGHBOURS, Math.round(row.length * PART))));
}
