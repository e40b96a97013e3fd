/** Each ticket goes to the group whose centre it is nearest to, until none moves or the rounds are over. Pure. */
import type { Point } from './group-vectors.ts';
import { addTo, denseDot, type SparseVector } from './sparse-vector.ts';

export interface Group {
  /** The number of the theme that goes on in it; `null` for what would be a new one. */
  readonly theme: number | null;
  /** Of a new one: the number of the theme that its tickets were taken for at first; `null` for none. */
  readonly splitFrom: number | null;
  /** Numbers of points of the past; they stay where they are. */
  readonly past: readonly number[];
  /** Numbers of tickets, rising. */
  readonly members: readonly number[];
}

export interface SettleRequest {
  readonly vectors: readonly SparseVector[];
  readonly past: readonly Point[];
  readonly groups: readonly Group[];
  readonly rounds: number;
  /** A ticket less like a group's centre than this does not join it. */
  readonly least: number;
}

/** A theme that is known already is preferred to one that would be new, and one that is large to one that is small. */
const FAVOUR = 1.5;
const LARGE = 0.1;
/** What broke out of a known theme holds its own against that. */
const NEWCOMER = 1.3;
const MOST_TERMS = 400;

/** The groups in their order, some of them perhaps empty now. A ticket in none fits nowhere. */
export function settleTickets(request: SettleRequest): readonly Group[] {
  const { vectors, groups } = request;
  let home = new Int32Array(vectors.length).fill(-1);
  groups.forEach(({ members }, group) => {
    for (const at of members) home[at] = group;
  });
  for (let round = 0; round < request.rounds; round += 1) {
    const next = settleOnce(home, request);
    const moved = next.some((group, at) => group !== home[at]);
    home = next;
    if (!moved) break;
  }
  const members: number[][] = groups.map(() => []);
  home.forEach((group, at) => members[group]?.push(at));
  return groups.map((group, at) => ({ ...group, members: members[at] ?? [] }));
}

function settleOnce(
  home: Int32Array,
  { vectors, past, groups, least }: SettleRequest,
): Int32Array<ArrayBuffer> {
  const sums = groups.map(() => new Map<number, number>());
  const denses: (Float32Array | undefined)[] = groups.map(() => undefined);
  const add = (group: number, vector: SparseVector, mass: number): void => {
    const sum = sums[group];
    if (sum === undefined) return;
    addTo(sum, vector, mass);
    denses[group] = withDense(denses[group], vector.dense, mass);
  };
  groups.forEach((group, at) => {
    for (const number of group.past) {
      const point = past[number];
      if (point !== undefined) add(at, point.vector, point.mass);
    }
  });
  vectors.forEach((vector, at) => {
    add(home[at] ?? -1, vector, 1);
  });
  const squares = sums.map((sum, at) => {
    let square = denseDot(denses[at], denses[at]);
    for (const weight of sum.values()) square += weight * weight;
    return square;
  });
  const favours = groups.map(favourOf);
  const index = indexOf(sums);
  const dots = new Float64Array(groups.length);
  return Int32Array.from(vectors, (vector, at) => {
    denses.forEach((dense, group) => {
      dots[group] = denseDot(vector.dense, dense);
    });
    vector.terms.forEach((term, n) => {
      const weight = vector.weights[n] ?? 0;
      const holders = index.get(term);
      if (holders === undefined) return;
      for (let at = 0; at < holders.groups.length; at += 1) {
        const group = holders.groups[at] ?? 0;
        dots[group] = (dots[group] ?? 0) + weight * (holders.weights[at] ?? 0);
      }
    });
    return nearestOf({ dots, squares, favours, own: home[at] ?? -1, least });
  });
}

function withDense(
  sum: Float32Array | undefined,
  dense: Float32Array | undefined,
  mass: number,
): Float32Array | undefined {
  if (dense === undefined) return sum;
  const made = sum ?? new Float32Array(dense.length);
  for (let at = 0; at < made.length; at += 1) made[at] = (made[at] ?? 0) + mass * (dense[at] ?? 0);
  return made;
}

function favourOf({ theme, splitFrom, past }: Group): number {
  if (splitFrom !== null) return FAVOUR * NEWCOMER;
  return theme === null ? 1 : FAVOUR * (1 + LARGE * Math.log(1 + past.length));
}

/** A ticket does not count itself. It stays where clustering put it unless it is nearer to another centre. */
function nearestOf(request: {
  readonly dots: Float64Array;
  readonly squares: readonly number[];
  readonly favours: readonly number[];
  readonly own: number;
  readonly least: number;
}): number {
  let best = request.own;
  let highest = request.least;
  request.dots.forEach((dot, group) => {
    if (dot <= 0) return;
    const square = request.squares[group] ?? 0;
    const isOwn = group === request.own;
    const other = isOwn ? dot - 1 : dot;
    const length = Math.sqrt(Math.max(isOwn ? square - 2 * dot + 1 : square, 0));
    const near = length < 1e-6 ? 0 : (other / length) * (request.favours[group] ?? 1);
    if (near > highest) {
      highest = near;
      best = group;
    }
  });
  return best;
}

interface Holders {
  readonly groups: readonly number[];
  readonly weights: readonly number[];
}

/** By term: the groups whose centres have it. Of a large centre only the heaviest terms tell anything. */
function indexOf(sums: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, Holders> {
  const index = new Map<number, { groups: number[]; weights: number[] }>();
  sums.forEach((sum, group) => {
    const whole = [...sum];
    const entries =
      whole.length <= MOST_TERMS
        ? whole
        : whole.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_TERMS);
    for (const [term, weight] of entries) {
      const list = index.get(term) ?? { groups: [], weights: [] };
      list.groups.push(group);
      list.weights.push(weight);
      if (list.groups.length === 1) index.set(term, list);
    }
  });
  return index;
}
