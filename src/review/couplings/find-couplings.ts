/**
 * What ties branches together. Every pair is looked at by each rule; what a rule finds by a name alone counts only where
 * that name is rare in the repository. Whole answers are kept by the tips and bases of both branches, so that looking again
 * is one read.
 */
import { sha256 } from '../../platform/hash.ts';
import { COUPLING_KINDS, type Coupling } from '../../words/review/coupling.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { mapBases } from './base-maps.ts';
import { countNames, type NameCount } from './count-names.ts';
import { gatherFacts, type Looking } from './gather-facts.ts';
import { inspectPair } from './inspect-pair.ts';
import { KeptCouplings } from './kept-couplings.ts';
import { couplingOf, type Found, type LookedBranch, type Pair } from './looked.ts';
import { strongestOf } from './strongest-of.ts';

/** Whoever changes what is found changes this: kept answers are made anew. */
const FORM = 6;

/** Strongest first, one of a pair and kind; the same for any order of the branches. */
export async function findCouplings(looking: Looking): Promise<readonly Coupling[]> {
  const branches = looking.branches.toSorted((one, other) => byText(one.branch, other.branch));
  const pairs = pairsOf(branches);
  const kept = await readKept(looking, pairs);
  const missing = pairs.filter(({ key }) => !kept.has(key));
  if (missing.length > 0) {
    const found = await findAnew({ ...looking, branches: branchesOf(missing, branches) }, missing);
    await looking.cache.write(found);
    for (const [key, couplings] of found) kept.set(key, couplings);
  }
  return pairs.flatMap(({ key }) => kept.get(key) ?? []).toSorted(byStrength);
}

interface BranchPair {
  readonly key: string;
  readonly a: ReviewBranch;
  readonly b: ReviewBranch;
}

function pairsOf(branches: readonly ReviewBranch[]): readonly BranchPair[] {
  return branches.flatMap((a, index) =>
    branches
      .slice(index + 1)
      .filter((b) => b.branch !== a.branch)
      .map((b) => ({ key: pairKey(a, b), a, b })),
  );
}

function pairKey(a: ReviewBranch, b: ReviewBranch): string {
  const parts = [a, b].map(({ branch, base, tip }) => `${branch}\0${base}\0${tip}`);
  return `coupling-pair:${FORM}:${sha256(parts.join('\0')).slice(0, 40)}`;
}

function branchesOf(
  pairs: readonly BranchPair[],
  branches: readonly ReviewBranch[],
): readonly ReviewBranch[] {
  const wanted = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  return branches.filter((branch) => wanted.has(branch));
}

async function readKept(
  { cache }: Looking,
  pairs: readonly BranchPair[],
): Promise<Map<string, readonly Coupling[]>> {
  const kept = new Map<string, readonly Coupling[]>();
  for (const [key, value] of await cache.read(pairs.map((pair) => pair.key))) {
    const read = KeptCouplings.safeParse(value);
    if (read.success) kept.set(key, read.data);
  }
  return kept;
}

async function findAnew(
  looking: Looking,
  wanted: readonly BranchPair[],
): Promise<ReadonlyMap<string, readonly Coupling[]>> {
  const looked = new Map(
    (await gatherFacts(looking)).map((one) => [one.branch.branch, one] as const),
  );
  const pairs: (Pair & { readonly key: string })[] = [];
  for (const { key, a, b } of wanted) {
    const [one, other] = [looked.get(a.branch), looked.get(b.branch)];
    if (one !== undefined && other !== undefined) pairs.push({ key, a: one, b: other });
  }
  const maps = await mapBases(looking.repository, pairs);
  const found = pairs.map((pair) => ({
    pair,
    found: inspectPair(pair, maps),
  }));
  const counts = await countsOf(
    looking,
    found.flatMap((one) => one.found),
    pairs[0]?.a,
  );
  return new Map(
    found.map((one) => [
      one.pair.key,
      strongestOf(one.found.flatMap((each) => settled(each, counts))).map((each) =>
        couplingOf(each, one.pair),
      ),
    ]),
  );
}

async function countsOf(
  { repository }: Looking,
  found: readonly Found[],
  first: LookedBranch | undefined,
): Promise<ReadonlyMap<string, NameCount>> {
  const names = found.flatMap(({ rare }) => (rare === null ? [] : [rare.name]));
  if (names.length === 0 || first === undefined) return new Map();
  return countNames(repository, { commit: first.branch.targetTip, names });
}

function settled(found: Found, counts: ReadonlyMap<string, NameCount>): readonly Found[] {
  const { rare } = found;
  if (rare === null) return [found];
  const count = counts.get(rare.name);
  if (count !== undefined && count.definers <= rare.definers && count.files <= rare.files)
    return [found];
  return rare.otherwise === 'weak'
    ? [{ ...found, binds: false, strength: found.strength - 25 }]
    : [];
}

function byStrength(one: Coupling, other: Coupling): number {
  return (
    Number(other.binds) - Number(one.binds) ||
    COUPLING_KINDS.indexOf(one.kind) - COUPLING_KINDS.indexOf(other.kind) ||
    byText(one.a, other.a) ||
    byText(one.b, other.b)
  );
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
