/**
 * All tickets into groups, however many there are: a batch is clustered together with what earlier windows told, all
 * tickets settle on its groups, and what fits none is clustered in the next batch. Pure, deterministic.
 */
import { groupVectors, type Point, sharedNeighbours } from './group-vectors.ts';
import { settleTickets, type Group } from './settle-tickets.ts';
import { addTo, type SparseVector } from './sparse-vector.ts';

/** Clustering costs the square of it. */
const BATCH = 1_200;

/** So many points of the past are clustered again, the first. */
const PAST = 600;
const BATCHES = 3;

/** Groups less alike than this, on average, stay apart. */
const APART = 0.13;

/** Where a model tells what is alike, all are more so. */
const APART_DENSE = 0.2;

/** Among a first few hardly a word is common, and any that two share seems to tell: there it takes more to be alike. */
const FEW = 12;
const APART_FEW = 0.2;
const LEAST_FEW = 0.2;

/** What was told in one theme, or in two, stays so unless it is clearly otherwise. */
const TOGETHER = 0.1;
const ASUNDER = 0.14;

/** A ticket less like a group's centre than this does not join it. */
const LEAST = 0.14;
const ROUNDS = 2;

export interface Gathered {
  /** Each with a theme, or with at least two tickets, past ones among them; none without one of now. */
  readonly groups: readonly Group[];
  /** Those that fit nowhere, in order. */
  readonly left: readonly number[];
}

export function gatherTickets(vectors: readonly SparseVector[], past: readonly Point[]): Gathered {
  const isFew = past.filter(({ isTicket }) => isTicket).length + vectors.length < FEW;
  let groups: readonly Group[] = [];
  let left = vectors.flatMap(({ terms, dense }, at) =>
    terms.length === 0 && dense === undefined ? [] : [at],
  );
  const isDense = vectors.some(({ dense }) => dense !== undefined);
  for (let batch = 0; batch < BATCHES && left.length > 0; batch += 1) {
    const before = batch === 0 ? Math.min(past.length, PAST) : 0;
    const picked = spread(left, BATCH - before);
    const points = [
      ...past.slice(0, before),
      ...picked.flatMap((at) => {
        const vector = vectors[at];
        return vector === undefined ? [] : [{ vector, mass: 1, home: null, isTicket: true }];
      }),
    ];
    const alike = sharedNeighbours(points.map(({ vector }) => vector));
    const found = groupVectors(points, {
      alike,
      apart: isDense ? APART_DENSE : isFew ? APART_FEW : APART,
      together: TOGETHER,
      asunder: ASUNDER,
    }).map((group) => ({
      theme: null,
      splitFrom: null,
      past: group.filter((at) => at < before),
      members: group.flatMap((at) => (at < before ? [] : (picked[at - before] ?? []))),
    }));
    const started =
      batch === 0
        ? takeThemes(found, past)
        : [...groups, ...found.filter(({ members }) => members.length > 1)];
    const settle = (some: readonly Group[], rounds: number): readonly Group[] =>
      settleTickets({
        vectors,
        past,
        groups: some,
        rounds,
        least: isFew ? LEAST_FEW : LEAST,
      }).filter((group) => group.theme !== null || group.members.length + group.past.length > 1);
    groups = settle(started, ROUNDS);
    for (const { past: some, today } of findNewcomers(points, { alike, before })) {
      const members = today.flatMap((at) => picked[at - before] ?? []);
      const next = breakOut(groups, { past: some, members }, { vectors, past });
      if (next !== groups) groups = settle(next, 1);
    }
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

interface Told {
  readonly vectors: readonly SparseVector[];
  readonly past: readonly Point[];
}

/**
 * The newcomer as a group of its own, unless it is one already, or is what its theme has always told; split from the theme
 * that most of it was taken for. Gives the groups themselves where nothing breaks out.
 */
function breakOut(
  groups: readonly Group[],
  { past, members }: Pick<Group, 'past' | 'members'>,
  told: Told,
): readonly Group[] {
  const ours = new Set(members);
  const shares = groups
    .map((group) => ({ group, held: group.members.filter((at) => ours.has(at)).length }))
    .sort((a, b) => b.held - a.held);
  const most = shares[0];
  if (most !== undefined && most.group.theme === null && most.held * 2 > members.length)
    return groups;
  if (most !== undefined && most.held > 0 && isMoreOfIt(most.group, ours, told)) return groups;
  const rest = groups.map((group) => ({
    ...group,
    members: group.members.filter((at) => !ours.has(at)),
  }));
  const splitFrom = most !== undefined && most.held > 0 ? most.group.theme : null;
  return [...rest, { theme: null, splitFrom, past, members }];
}

/** They are more like the theme’s past than what would stay in it: the theme has grown. */
function isMoreOfIt(
  { theme, past, members }: Group,
  ours: ReadonlySet<number>,
  told: Told,
): boolean {
  if (theme === null) return false;
  const sum = new Map<number, number>();
  for (const at of past) {
    const point = told.past[at];
    if (point !== undefined) addTo(sum, point.vector, point.mass);
  }
  const likeness = (some: readonly number[]): number =>
    some.reduce((total, at) => total + likenessTo(sum, told.vectors[at]), 0) / some.length;
  const stay = members.filter((at) => !ours.has(at));
  return stay.length > 0 && likeness(members.filter((at) => ours.has(at))) > likeness(stay);
}

function likenessTo(sum: ReadonlyMap<number, number>, vector: SparseVector | undefined): number {
  return (
    vector?.terms.reduce(
      (total, term, at) => total + (vector.weights[at] ?? 0) * (sum.get(term) ?? 0),
      0,
    ) ?? 0
  );
}

/** At most `most` of a list, evenly spread over it. */
function spread(list: readonly number[], most: number): readonly number[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] ?? 0);
}

/**
 * Which group goes on with which theme: the one that holds most of its past. Pure.
 * No theme goes on in two groups, and no group goes on with two. Of a theme that is clearly two by now the larger part
 * keeps the id; of two themes that are one, the one that is more of it. Past points that were not clustered
 * stay with their theme.
 */
function takeThemes(groups: readonly Group[], past: readonly Point[]): readonly Group[] {
  const shares = groups
    .flatMap((group, at) => {
      const masses = new Map<number, number>();
      for (const point of group.past) {
        const { home, mass } = past[point] ?? { home: null, mass: 0 };
        if (home !== null) masses.set(home, (masses.get(home) ?? 0) + mass);
      }
      return [...masses].map(([theme, mass]) => ({ at, theme, mass }));
    })
    .sort((a, b) => b.mass - a.mass || a.theme - b.theme || a.at - b.at);
  const themeOf = new Map<number, number>();
  const taken = new Set<number>();
  for (const { at, theme } of shares)
    if (!themeOf.has(at) && !taken.has(theme)) {
      themeOf.set(at, theme);
      taken.add(theme);
    }
  const clustered = new Set(groups.flatMap((group) => group.past));
  const rest = past.flatMap((_, at) => (clustered.has(at) ? [] : [at]));
  return groups.map((group, at) => {
    const theme = themeOf.get(at) ?? null;
    if (theme === null) return group;
    const own = rest.filter((point) => past[point]?.home === theme);
    return { ...group, theme, past: [...group.past, ...own] };
  });
}

// What is new among the tickets of today. Known themes draw tickets to them, so that a day of few keeps yesterday's
// themes; a new trouble that is a little like one of them would be counted there for days. So the tickets are grouped
// once more, without a word on where earlier windows told them: a dense group of today with hardly a past, in no theme
// at home, breaks out. Pure.
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
const APART_DEVIATIONS = 1.2;
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
  const apart = mean + APART_DEVIATIONS * Math.sqrt(Math.max(0, squares / pairs - mean * mean));
  return Math.min(APART_MOST, Math.max(APART_LEAST, apart));
}
