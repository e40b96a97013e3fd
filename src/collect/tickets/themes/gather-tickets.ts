/**
 * All tickets into groups, however many there are: a batch is clustered, all tickets settle on its groups, and what fits
 * none is clustered in the next batch. Pure, deterministic.
 */
import { groupVectors, type Grouping, type Seed } from './group-vectors.ts';
import { settleTickets } from './settle-tickets.ts';
import type { SparseVector } from './sparse-vector.ts';

/** Clustering costs the square of it. */
const BATCH = 1_200;
const BATCHES = 3;
/** Groups less alike than this, on average, stay apart. */
const APART = 0.16;
/** Two themes that were told apart before must be much alike to become one. */
const APART_SEEDS = 0.3;
/** A ticket less like a group's centre than this is none of it. */
const LEAST = 0.14;
const ROUNDS = 5;

export interface Gathered {
  /** Each with a seed, or with at least two members; none without a member. */
  readonly groups: readonly Grouping[];
  /** Those that fit nowhere, in order. */
  readonly left: readonly number[];
}

export function gatherTickets(vectors: readonly SparseVector[], seeds: readonly Seed[]): Gathered {
  let groups: readonly Grouping[] = seeds.map((_, seed) => ({ seeds: [seed], members: [] }));
  let left = vectors.flatMap(({ terms }, at) => (terms.length === 0 ? [] : [at]));
  for (let batch = 0; batch < BATCHES && left.length > 0; batch += 1) {
    const picked = spread(left, BATCH);
    const found = groupVectors(
      picked.flatMap((at) => vectors[at] ?? []),
      { seeds: batch === 0 ? seeds : [], apart: APART, apartSeeds: APART_SEEDS },
    ).map((group) => ({
      seeds: group.seeds,
      members: group.members.flatMap((at) => picked[at] ?? []),
    }));
    const started =
      batch === 0 ? found : [...groups, ...found.filter(({ members }) => members.length > 1)];
    groups = settleTickets({
      vectors,
      seeds,
      groups: started,
      rounds: ROUNDS,
      least: LEAST,
    }).filter((group) => group.seeds.length > 0 || group.members.length > 1);
    const placed = new Set(groups.flatMap(({ members }) => members));
    const before = left.length;
    left = left.filter((at) => !placed.has(at));
    if (picked.length === before || left.length === before) break;
  }
  const held = groups.filter(({ members }) => members.length > 0);
  const placed = new Set(held.flatMap(({ members }) => members));
  return { groups: held, left: vectors.flatMap((_, at) => (placed.has(at) ? [] : [at])) };
}

/** At most `most` of a list, evenly spread over it. */
function spread(list: readonly number[], most: number): readonly number[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] ?? 0);
}
