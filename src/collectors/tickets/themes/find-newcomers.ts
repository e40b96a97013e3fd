/**
 * What is new among the tickets of today. Known themes draw tickets to them, so that a day of few keeps yesterday's
 * themes; a new trouble that is a little like one of them would be counted there for days. So the tickets are grouped
 * once more, without a word on where earlier windows told them: a dense group of today with hardly a past, in no theme
 * at home, breaks out. Pure.
 */
import { groupVectors, type Point } from './group-vectors.ts';

export interface Newcomer {
  /** Numbers of points of the past. */
  readonly past: readonly number[];
  /** Numbers of the points of today. */
  readonly today: readonly number[];
}

/** Fewer may be chance. */
const FEWEST = 4;
/** So many times as large a part of today as of the past. */
const SURGE = 3;
/** Groups stay apart whose average similarity is so many standard deviations above the mean of any two points. */
const APART = 1.2;
const APART_LEAST = 0.04;
const APART_MOST = 0.2;

/** `points`: first those of the past, `before` of them. */
export function findNewcomers(
  points: readonly Point[],
  { alike, before }: { readonly alike: Float32Array; readonly before: number },
): readonly Newcomer[] {
  const told = points.slice(0, before).filter(({ isTicket }) => isTicket);
  if (told.length === 0) return [];
  const sizes = countHomes(told);
  const unbound = points.map((point) => ({ ...point, home: null }));
  const groups = groupVectors(unbound, {
    alike,
    apart: apartOf(alike, points.length),
    together: 0,
    asunder: 0,
  });
  return groups
    .map((group) => ({
      past: group.filter((at) => at < before && points[at]?.isTicket === true),
      today: group.filter((at) => at >= before),
    }))
    .filter(({ past, today }) => {
      const share = today.length / (points.length - before);
      const homes = countHomes(past.flatMap((at) => points[at] ?? []));
      return (
        today.length >= Math.max(FEWEST, past.length) &&
        share >= (SURGE * past.length) / told.length &&
        ![...homes].some(([home, count]) => count * 2 > (sizes.get(home) ?? 0))
      );
    });
}

/** How many tickets each theme told. */
function countHomes(points: readonly Point[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { home } of points) if (home !== null) counts.set(home, (counts.get(home) ?? 0) + 1);
  return counts;
}

/** Short questions to one bank are all a little alike, issues of a large repository hardly at all. */
function apartOf(alike: Float32Array, size: number): number {
  const pairs = Math.max(1, size * (size - 1));
  let sum = 0;
  let squares = 0;
  alike.forEach((value, at) => {
    if (at % (size + 1) === 0) return;
    sum += value;
    squares += value * value;
  });
  const mean = sum / pairs;
  const apart = mean + APART * Math.sqrt(Math.max(0, squares / pairs - mean * mean));
  return Math.min(APART_MOST, Math.max(APART_LEAST, apart));
}
