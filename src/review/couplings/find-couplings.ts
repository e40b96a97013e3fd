/**
 * What ties branches together. Every pair is looked at by each rule; what a rule finds by a name alone counts only where
 * that name is rare in the repository. Whole answers are kept by the tips and bases of both branches, so that looking again
 * is one read.
 */
import { z } from 'zod';

import { grepWords } from '../../git/grep-words.ts';
import type { GitContext } from '../../git/run-git.ts';
import { sha256 } from '../../platform/hash.ts';
import { COUPLING_KINDS, type Coupling } from '../../words/review/change-set.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { gatherFacts, type Looking, readTexts } from './gather-facts.ts';
import { inspectPair } from './inspect-pair.ts';
import { lineHunks, linesOf, type LineHunk } from './line-hunks.ts';
import {
  couplingOf,
  type Found,
  type LookedBranch,
  type Pair,
  type LookedFile,
  strongestOf,
} from './looked.ts';
import { commonFiles, type BaseMaps } from './text-couplings.ts';
import { countHolders, weighs, type Holders } from './weighed-names.ts';

const MOST_NAMES = 400;
const MOST_BYTES = 12_000_000;
/** Of what is found by a definition, where a name counts by how rare it is. */
const LEAST_DEFINED = 20;
const WORD = /[\w$]+/g;
const DEFINED = [
  /(?<![\w$])(?:function\s?\*?|def|class|interface|type|enum|struct|trait|fn|func|const|let|var|val|static|record|union|mod|macro_rules!|namespace|module)\s+(?:\([^)]{0,100}\)\s*|self\.)?([\w$]+)/g,
  /^\s*(?:(?:public|private|protected|internal|static|async|abstract|final|override|readonly|get|set|pub|export|synchronized|default|virtual)\s+)+(?:[\w<>[\],.?]+\s+){0,3}([\w$]+)\s*\(/g,
  /^\s*([\w$]+)\s*\([^;()]{0,200}\)\s*(?::[^;{]{1,80})?\{\s*$/g,
  /\.([\w$]+)\s*=\s*(?:async\s+)?(?:function|\()/g,
];

const Place = z.object({
  path: z.string(),
  line: z.number().int().min(1).nullable(),
  text: z.string(),
});

/** The couplings of one pair as they are kept. */
const KeptCouplings = z.array(
  z.object({
    a: z.string(),
    b: z.string(),
    kind: z.enum(COUPLING_KINDS),
    detail: z.string(),
    places: z.tuple([Place, Place]),
    binds: z.boolean(),
    user: z.enum(['a', 'b']).optional(),
  }),
);

/** Increase this number when the results change: it invalidates cached answers. */
const FORM = 8;

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
  const holders = await countHolders(looking.repository, {
    commit: pairs[0]?.a.branch.targetTip ?? '',
    found: found.flatMap((one) => one.found),
  });
  return new Map(
    found.map((one) => [
      one.pair.key,
      strongestOf(one.found.flatMap((each) => settled(each, { counts, holders }))).map((each) =>
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
  if (first === undefined) return new Map();
  const commit = first.branch.targetTip;
  const ordered = found.toSorted((one, other) => other.strength - one.strength);
  const names = ordered.flatMap(({ rare }) => (rare === null ? [] : [rare.name]));
  return (
    (await countNames(repository, { commit, names })) ??
    // A name that stands everywhere must not hide how rare the others are.
    (await countNames(repository, { commit, names: definedNames(ordered) })) ??
    new Map<string, NameCount>()
  );
}

/** Without those that are only written. */
function definedNames(found: readonly Found[]): readonly string[] {
  return found.flatMap(({ rare, strength }) =>
    rare === null || strength < LEAST_DEFINED ? [] : [rare.name],
  );
}

function settled(
  found: Found,
  { counts, holders }: { counts: ReadonlyMap<string, NameCount>; holders: Holders },
): readonly Found[] {
  const { rare, weighed } = found;
  if (weighed !== undefined) return weighs(weighed, holders) ? [found] : [];
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

/** Where branches left their target at different commits: how the lines of one base became those of the other. */
async function mapBases(repository: GitContext, pairs: readonly Pair[]): Promise<BaseMaps> {
  const wishes = new Map<string, { readonly from: string; readonly to: string }>();
  for (const pair of pairs)
    for (const [a, b] of commonFiles(pair)) {
      const [from, to] = [b.change.oldBlob, a.change.oldBlob];
      if (from === null || to === null || from === to || !hasLines(a) || !hasLines(b)) continue;
      wishes.set(`${from} ${to}`, { from, to });
    }
  const maps = new Map<string, readonly LineHunk[]>();
  if (wishes.size === 0) return maps;
  await readTexts(
    repository,
    [...wishes].map(([key, { from, to }]) => ({ of: { key, from, to }, blobs: [from, to] })),
    async ({ key, from, to }, texts) => {
      if (texts !== null)
        maps.set(key, lineHunks(linesOf(texts.get(from) ?? ''), linesOf(texts.get(to) ?? '')));
    },
  );
  return maps;
}

function hasLines({ facts }: LookedFile): boolean {
  return facts.hunks.length > 0 && facts.oldLines > 0;
}

/** How rare names are in the repository: who defines them, and who holds them at all. */
interface NameCount {
  /** Files in which a line seems to define it. */
  readonly definers: number;
  readonly files: number;
}

/** Leaves out names beyond the bound, and all names if git gives no answer, so that they do not count as rare. `null`: there are too many lines. */
async function countNames(
  repository: GitContext,
  { commit, names }: { readonly commit: string; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, NameCount> | null> {
  const asked = [...new Set(names)].slice(0, MOST_NAMES);
  if (asked.length === 0) return new Map();
  const wanted = new Set(asked);
  const holders = new Map<string, Set<string>>(asked.map((name) => [name, new Set()]));
  const definers = new Map<string, Set<string>>(asked.map((name) => [name, new Set()]));
  const take = (path: string, line: string): void => {
    for (const [word] of line.matchAll(WORD)) if (wanted.has(word)) holders.get(word)?.add(path);
    for (const pattern of DEFINED)
      for (const match of line.matchAll(pattern))
        if (wanted.has(match[1] ?? '')) definers.get(match[1] ?? '')?.add(path);
  };
  try {
    const end = await grepWords(
      repository,
      { commit, words: asked },
      { take, mostBytes: MOST_BYTES },
    );
    if (end === 'cut') return null;
  } catch {
    return new Map();
  }
  return new Map(
    asked.map((name) => [
      name,
      { definers: definers.get(name)?.size ?? 0, files: holders.get(name)?.size ?? 0 },
    ]),
  );
}
