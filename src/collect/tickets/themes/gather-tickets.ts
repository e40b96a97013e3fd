/**
 * All tickets into groups, however many there are: a batch is clustered together with what earlier windows told, all
 * tickets settle on its groups, and what fits none is clustered in the next batch. Pure, deterministic.
 */
import { groupVectors, type Point } from './group-vectors.ts';
import { settleTickets, type Group } from './settle-tickets.ts';
import type { SparseVector } from './sparse-vector.ts';
import { takeThemes } from './take-themes.ts';

/** Clustering costs the square of it. */
const BATCH = 1_200;
/** So many points of the past are clustered again, the first. */
const PAST = 600;
const BATCHES = 3;
/** A ticket less like a group's centre than this is none of it; to a theme that is known it may be half as like. */
const LEAST = 0.1;
const ROUNDS = 5;

export interface Gathered {
  /** Each with a theme, or with at least two tickets, past ones among them; none without one of now. */
  readonly groups: readonly Group[];
  /** Those that fit nowhere, in order. */
  readonly left: readonly number[];
}

export function gatherTickets(vectors: readonly SparseVector[], past: readonly Point[]): Gathered {
  let groups: readonly Group[] = [];
  let left = vectors.flatMap(({ terms }, at) => (terms.length === 0 ? [] : [at]));
  for (let batch = 0; batch < BATCHES && left.length > 0; batch += 1) {
    const before = batch === 0 ? Math.min(past.length, PAST) : 0;
    const picked = spread(left, BATCH - before);
    const found = groupVectors([
      ...past.slice(0, before),
      ...picked.flatMap((at) => {
        const vector = vectors[at];
        return vector === undefined ? [] : [{ vector, mass: 1 }];
      }),
    ]).map((points) => ({
      theme: null,
      splitFrom: null,
      past: points.filter((at) => at < before),
      members: points.flatMap((at) => (at < before ? [] : (picked[at - before] ?? []))),
    }));
    const started =
      batch === 0
        ? takeThemes(found, past)
        : [...groups, ...found.filter(({ members }) => members.length > 1)];
    groups = settleTickets({ vectors, past, groups: started, rounds: ROUNDS, least: LEAST }).filter(
      (group) => group.theme !== null || group.members.length + group.past.length > 1,
    );
    const placed = new Set(groups.flatMap(({ members }) => members));
    const rest = left.filter((at) => !placed.has(at));
    const isDone = picked.length === left.length || rest.length === left.length;
    left = rest;
    if (isDone) break;
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
