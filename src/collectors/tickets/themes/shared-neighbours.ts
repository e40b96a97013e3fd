/**
 * How alike two tickets are, by whom they are like. Two people who name one trouble in different words have few terms
 * in common and many neighbours. Pure.
 */
import { dot, type SparseVector } from './sparse-vector.ts';

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
