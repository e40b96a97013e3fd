/**
 * In which order branches land with the least conflict. Pure, and the same for the same set whatever the order it comes in.
 * What defines comes before what uses it; then what merges with the target and with all that is placed before what does not,
 * so that as many as can land before the first trouble; then small before large, and old before young.
 */
import type { Coupling, MergeTrial } from '../../words/review/change-set.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';

export type OrderedBranch = Pick<
  ReviewBranch,
  'branch' | 'target' | 'insertions' | 'deletions' | 'madeAt'
>;

export interface OrderRequest {
  readonly branches: readonly OrderedBranch[];
  /** Those of other branches are passed over. */
  readonly couplings: readonly Coupling[];
  readonly trials: readonly MergeTrial[];
}

/** Names, first to land first. */
export function landingOrder({ branches, couplings, trials }: OrderRequest): readonly string[] {
  const definers = definersOf(branches, couplings);
  const apart = troubleOf(trials);
  const left = new Map(branches.map((one) => [one.branch, one]));
  const placed: string[] = [];
  while (left.size > 0) {
    const all = [...left.values()];
    const free = all.filter(({ branch }) => isFree(definers.get(branch), left));
    // Each waits for another: which comes first is as good as which.
    const candidates = free.length === 0 ? all : free;
    const ranked = candidates.map((one) => ({ one, rank: rankOf(one, { apart, left, placed }) }));
    const [first] = ranked.toSorted((a, b) => compareRanks(a.rank, b.rank));
    if (first === undefined) break;
    placed.push(first.one.branch);
    left.delete(first.one.branch);
  }
  return placed;
}

type Links = ReadonlyMap<string, ReadonlySet<string>>;

function definersOf(branches: readonly OrderedBranch[], couplings: readonly Coupling[]): Links {
  const names = new Set(branches.map(({ branch }) => branch));
  const links = new Map<string, Set<string>>();
  for (const { a, b, user } of couplings) {
    if (user === undefined || a === b || !names.has(a) || !names.has(b)) continue;
    const [later, earlier] = user === 'a' ? [a, b] : [b, a];
    addTo(links, later, earlier);
  }
  return links;
}

/** What does not merge with what, told from both ends. A merge that could not be tried is no good sign either. */
function troubleOf(trials: readonly MergeTrial[]): Links {
  const links = new Map<string, Set<string>>();
  for (const { a, b, kind } of trials) {
    if (kind === 'clean') continue;
    addTo(links, a, b);
    addTo(links, b, a);
  }
  return links;
}

function addTo(links: Map<string, Set<string>>, key: string, value: string): void {
  const known = links.get(key);
  if (known === undefined) links.set(key, new Set([value]));
  else known.add(value);
}

function isFree(
  definers: ReadonlySet<string> | undefined,
  left: ReadonlyMap<string, OrderedBranch>,
): boolean {
  return definers === undefined || ![...definers].some((name) => left.has(name));
}

type Rank = readonly (number | string)[];

function rankOf(
  one: OrderedBranch,
  world: {
    readonly apart: Links;
    readonly left: ReadonlyMap<string, OrderedBranch>;
    readonly placed: readonly string[];
  },
): Rank {
  const against = world.apart.get(one.branch) ?? new Set();
  const blocked = against.has(one.target) || world.placed.some((name) => against.has(name));
  const ahead = [...world.left.keys()].filter((name) => against.has(name)).length;
  const lines = one.insertions + one.deletions;
  const age = Date.parse(one.madeAt);
  return [blocked ? 1 : 0, ahead, sizeClass(lines), Number.isNaN(age) ? 0 : age, one.branch];
}

/** Ten lines more or less say nothing. */
const SIZE_CLASSES = [10, 50, 200, 1_000];

function sizeClass(lines: number): number {
  return SIZE_CLASSES.filter((most) => lines > most).length;
}

function compareRanks(a: Rank, b: Rank): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
