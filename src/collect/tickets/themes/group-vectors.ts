/** Average-link clustering with seeds: the two nearest groups become one until none are near. Pure, deterministic. */
import { sharedNeighbours } from './shared-neighbours.ts';
import type { SparseVector } from './sparse-vector.ts';

export interface Seed {
  readonly vector: SparseVector;
  /** As how many tickets it counts. */
  readonly mass: number;
}

export interface Grouping {
  /** The numbers of the seeds in it, rising: the first lends it its name. */
  readonly seeds: readonly number[];
  /** The numbers of the vectors in it, rising. */
  readonly members: readonly number[];
}

export interface GroupRequest {
  readonly seeds: readonly Seed[];
  readonly apart: number;
  readonly apartSeeds: number;
}

/** Groups whose average similarity is below `apart` stay apart; two seeds need to be nearer than `apartSeeds`. */
export function groupVectors(
  vectors: readonly SparseVector[],
  { seeds, apart, apartSeeds }: GroupRequest,
): readonly Grouping[] {
  const points = [...seeds.map(({ vector }) => vector), ...vectors];
  const size = points.length;
  const near = sharedNeighbours(points);
  const handicap = apartSeeds - apart;
  for (let a = 0; a < seeds.length; a += 1)
    for (let b = 0; b < seeds.length; b += 1)
      near[a * size + b] = (near[a * size + b] ?? 0) - handicap;
  const mass = points.map((_, at) => seeds[at]?.mass ?? 1);
  const seedsOf: number[][] = points.map((_, at) => (at < seeds.length ? [at] : []));
  const members: number[][] = points.map((_, at) => (at < seeds.length ? [] : [at - seeds.length]));
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
    seedsOf[keep] = [...(seedsOf[keep] ?? []), ...(seedsOf[gone] ?? [])];
    members[keep] = [...(members[keep] ?? []), ...(members[gone] ?? [])];
    for (const at of alive) {
      if (at === keep || best[at] === keep || best[at] === gone)
        best[at] = nearest(near, { size, alive, at });
      else if ((near[at * size + keep] ?? -1) > (near[at * size + (best[at] ?? at)] ?? -1))
        best[at] = keep;
    }
  }
  return alive.map((at) => ({
    seeds: (seedsOf[at] ?? []).toSorted((a, b) => a - b),
    members: (members[at] ?? []).toSorted((a, b) => a - b),
  }));
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
