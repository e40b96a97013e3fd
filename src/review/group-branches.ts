/** Which branches belong together: what binds them, and what people said against or beside that. Pure. */
import { sha256 } from '../platform/hash.ts';
import {
  type GroupedSet,
  type SetChoice,
  type Coupling,
  COUPLING_KINDS,
} from '../words/review/change-set.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';

export interface GroupRequest {
  readonly branches: readonly ReviewBranch[];
  readonly couplings: readonly Coupling[];
  readonly choices: readonly SetChoice[];
}

export interface Grouping {
  /** By the age of their oldest branch. */
  readonly sets: readonly GroupedSet[];
  /** Between branches of different sets. */
  readonly weak: readonly Coupling[];
}

export function groupBranches({ branches, couplings, choices }: GroupRequest): Grouping {
  const byName = new Map(branches.map((one) => [one.branch, one]));
  const newest = newestChoices(choices, byName);
  const told = [
    ...couplings.filter((one) => isTold(one, byName)).map((one) => cutWhereParted(one, newest)),
    ...[...newest.values()].flatMap((choice) => (choice.kind === 'join' ? [joinedBy(choice)] : [])),
  ];
  const members = unite(branches, [
    ...told.filter(({ binds }) => binds).map(({ a, b }) => [a, b] as const),
    ...alternatives(branches).filter(([a, b]) => newest.get(pairKey(a, b))?.kind !== 'part'),
  ]);
  const sets = members.map((own) => toSet(own, told));
  const setOf = new Map(sets.flatMap(({ id, branches: own }) => own.map((b) => [b.branch, id])));
  const weak = told.filter(({ a, b }) => setOf.get(a) !== setOf.get(b)).toSorted(byStrength);
  return { sets, weak };
}

/** `S-` and eight hex characters: as long as its oldest branch stays, others may come and go. */
export function setId(target: string, oldest: string): string {
  return `S-${sha256(`${target}\0${oldest}`).slice(0, 8)}`;
}

/** One key for both directions; no name of a branch holds the byte between. */
function pairKey(a: string, b: string): string {
  return a < b ? `${a}\0${b}` : `${b}\0${a}`;
}

/** Of each pair that is there and lands on one target, what was said last. */
function newestChoices(
  choices: readonly SetChoice[],
  there: ReadonlyMap<string, ReviewBranch>,
): ReadonlyMap<string, SetChoice> {
  const byAge = choices.toSorted((x, y) => (x.id < y.id ? -1 : x.id > y.id ? 1 : 0));
  return new Map(
    byAge.flatMap((choice) => {
      const [a, b] = [there.get(choice.a), there.get(choice.b)];
      const fits = a !== undefined && b !== undefined && a !== b && a.target === b.target;
      return fits ? [[pairKey(choice.a, choice.b), choice]] : [];
    }),
  );
}

/** Of alternatives nothing is told: they are at the same task, so they meet everywhere. */
function isTold({ a, b }: Coupling, there: ReadonlyMap<string, ReviewBranch>): boolean {
  const [one, other] = [there.get(a), there.get(b)];
  if (one === undefined || other === undefined || one === other) return false;
  return one.variant === null || one.variant.of !== other.variant?.of;
}

function cutWhereParted(coupling: Coupling, newest: ReadonlyMap<string, SetChoice>): Coupling {
  const choice = newest.get(pairKey(coupling.a, coupling.b));
  if (choice?.kind !== 'part' || !coupling.binds) return coupling;
  const why = choice.reason === '' ? '' : `: ${oneLine(choice.reason, 200)}`;
  const by = oneLine(choice.by, 60);
  return { ...coupling, binds: false, detail: `${coupling.detail} (parted by ${by}${why})` };
}

function joinedBy({ a, b, by, reason }: SetChoice): Coupling {
  const nowhere = { path: '', line: null, text: '' };
  const why = reason === '' ? '' : `: ${oneLine(reason, 200)}`;
  const [first, second] = a < b ? [a, b] : [b, a];
  const detail = `joined by ${oneLine(by, 60)}${why}`;
  return { a: first, b: second, kind: 'joined', detail, places: [nowhere, nowhere], binds: true };
}

/** Several engines at one task are looked at together, though only one of them lands. */
function alternatives(branches: readonly ReviewBranch[]): readonly (readonly [string, string])[] {
  const first = new Map<string, string>();
  return branches.flatMap(({ branch, variant, target }) => {
    if (variant === null) return [];
    const key = `${variant.of} ${target}`;
    const leader = first.get(key);
    if (leader !== undefined) return [[leader, branch] as const];
    first.set(key, branch);
    return [];
  });
}

/** Components of a graph of branches, each in the order of the branches; what lands elsewhere never joins. */
function unite(
  branches: readonly ReviewBranch[],
  ties: readonly (readonly [string, string])[],
): readonly (readonly ReviewBranch[])[] {
  const ordered = branches.toSorted(byAge);
  const leader = new Map(ordered.map(({ branch }) => [branch, branch]));
  const targetOf = new Map(ordered.map(({ branch, target }) => [branch, target]));
  const find = (branch: string): string => {
    let at = branch;
    for (let up = leader.get(at); up !== undefined && up !== at; up = leader.get(at)) at = up;
    leader.set(branch, at);
    return at;
  };
  for (const [a, b] of ties) {
    if (targetOf.get(a) === targetOf.get(b)) leader.set(find(b), find(a));
  }
  const groups = new Map<string, ReviewBranch[]>();
  for (const one of ordered) {
    const key = find(one.branch);
    const own = groups.get(key) ?? [];
    own.push(one);
    groups.set(key, own);
  }
  return [...groups.values()];
}

function toSet(branches: readonly ReviewBranch[], told: readonly Coupling[]): GroupedSet {
  const names = new Set(branches.map(({ branch }) => branch));
  const [oldest] = branches;
  const target = oldest?.target ?? '';
  return {
    id: setId(target, oldest?.branch ?? ''),
    target,
    branches,
    couplings: told.filter(({ a, b }) => names.has(a) && names.has(b)).toSorted(byStrength),
  };
}

/** The same wherever and whenever it is asked. */
function byAge(a: ReviewBranch, b: ReviewBranch): number {
  if (a.madeAt !== b.madeAt) return a.madeAt < b.madeAt ? -1 : 1;
  return a.branch < b.branch ? -1 : a.branch > b.branch ? 1 : 0;
}

function byStrength(x: Coupling, y: Coupling): number {
  if (x.binds !== y.binds) return x.binds ? -1 : 1;
  const rank = COUPLING_KINDS.indexOf(x.kind) - COUPLING_KINDS.indexOf(y.kind);
  if (rank !== 0) return rank;
  const [one, other] = [`${x.a}\0${x.b}\0${x.detail}`, `${y.a}\0${y.b}\0${y.detail}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
