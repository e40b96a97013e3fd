/**
 * What git says of branches against their targets: few processes for however many. A fact is kept by the two commits that
 * it follows from, so that nothing is asked twice.
 */
import { changesOfRanges } from '../git/changes-of-ranges.ts';
import { mainlineChanges, type MainlineCommit } from '../git/mainline-changes.ts';
import { type CommitGraph, readCommitGraph } from '../git/read-commits.ts';
import type { GitContext } from '../git/run-git.ts';
import { trailersOfRanges } from '../git/trailers.ts';
import { sha256 } from '../platform/hash.ts';
import { isRecord } from '../platform/json.ts';
import { type CommitSha, isCommitSha } from '../words/ids.ts';
import type { BranchChange } from '../words/review/review-branch.ts';
import type { FactCache } from './fact-cache.ts';

// Where a branch stands against its target, reckoned from a graph of commits. Pure.

interface BranchStanding {
  /** Where it left its target; `null`: they share no history. */
  readonly base: CommitSha | null;
  /** Commits of the target that it has not. */
  readonly behind: number;
  /** Its own. */
  readonly ahead: number;
}

/** Answers for every tip against one target; what is asked of the graph once is asked once. */
export function standingsOn(
  target: CommitSha,
  graph: CommitGraph,
): (tip: CommitSha) => BranchStanding {
  const onTarget = reachableFrom([target], graph);
  const shared = new Map<string, number>();
  return (tip) => {
    const { own, meets } = ownCommits(tip, { graph, onTarget });
    const bases = meets.length > 1 ? newestOf(meets, graph) : meets;
    const key = bases.join(' ');
    const common = shared.get(key) ?? reachableFrom(bases, graph).size;
    shared.set(key, common);
    return { base: bases[0] ?? graph.floor, behind: onTarget.size - common, ahead: own };
  };
}

/** How many commits the target has not, and where the ways down from the tip meet it. */
function ownCommits(
  tip: CommitSha,
  { graph, onTarget }: { readonly graph: CommitGraph; readonly onTarget: ReadonlySet<CommitSha> },
): { readonly own: number; readonly meets: readonly CommitSha[] } {
  const own = new Set<CommitSha>();
  const meets = new Set<CommitSha>();
  const open = [tip];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    if (own.has(sha)) continue;
    if (onTarget.has(sha)) {
      meets.add(sha);
      continue;
    }
    const parents = graph.parents.get(sha);
    if (parents === undefined) continue;
    own.add(sha);
    open.push(...parents);
  }
  return { own: own.size, meets: [...meets] };
}

/** Those that no other one has; in the order of the graph. */
function newestOf(commits: readonly CommitSha[], graph: CommitGraph): readonly CommitSha[] {
  return commits.filter(
    (one) => !commits.some((other) => other !== one && reachableFrom([other], graph).has(one)),
  );
}

/** Of what the graph lists. */
function reachableFrom(
  starts: readonly CommitSha[],
  { parents }: CommitGraph,
): ReadonlySet<CommitSha> {
  const seen = new Set<CommitSha>();
  const open = [...starts];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const above = parents.get(sha);
    if (above === undefined || seen.has(sha)) continue;
    seen.add(sha);
    open.push(...above);
  }
  return seen;
}

// Whether a target has a branch's changes already, though not its commits: squashed, rebased or picked. Pure.

/**
 * The oldest commit that completed them; `null` when one is missing. What was taken back since counts as missing: the
 * file is as before the branch again.
 * @param since the target's commits that the branch's base has not, newest first
 */
export function landedSince(
  changes: readonly Pick<BranchChange, 'path' | 'from' | 'oldBlob' | 'newBlob' | 'status'>[],
  since: readonly MainlineCommit[],
): CommitSha | null {
  if (changes.length === 0 || since.length === 0) return null;
  let completed = since.length;
  for (const { path, blob, before } of changes.flatMap(wantedOf)) {
    const newest = since.find(({ blobs }) => blobs.has(path));
    // A change of mode alone leaves the blob as it was.
    if (newest === undefined || (newest.blobs.get(path) === before && before !== blob)) return null;
    const at = since.findLastIndex(({ blobs }) => blobs.has(path) && blobs.get(path) === blob);
    if (at < 0) return null;
    completed = Math.min(completed, at);
  }
  return since[completed]?.commit ?? null;
}

interface Wanted {
  readonly path: string;
  readonly blob: string | null;
  readonly before: string | null;
}

function wantedOf({
  path,
  from,
  oldBlob,
  newBlob,
}: Pick<BranchChange, 'path' | 'from' | 'oldBlob' | 'newBlob'>): readonly Wanted[] {
  const own = { path, blob: newBlob, before: from === null ? oldBlob : null };
  return from === null ? [own] : [own, { path: from, blob: null, before: oldBlob }];
}

export interface BranchPair {
  readonly tip: CommitSha;
  readonly target: CommitSha;
}

export type BranchFacts =
  /** The target has every commit of it. */
  | { readonly kind: 'merged' }
  /** They share no commit, or none that was found within `MOST_COMMITS`. */
  | { readonly kind: 'unrelated' }
  | WaitingFacts;

export interface WaitingFacts {
  readonly kind: 'waiting';
  readonly base: CommitSha;
  readonly behind: number;
  readonly commits: number;
  /** Sorted by path. */
  readonly changes: readonly (BranchChange & { readonly oldMode: string })[];
  /** Fingerprints in `Roundsman-Covers` trailers. */
  readonly covers: readonly string[];
  /** Paths of its own that the target has changed since too. */
  readonly moved: readonly string[];
  /** The commit since which the target has all of its changes under other commits; `null`: it has not. */
  readonly inTargetSince: CommitSha | null;
}

/** Raised when a fact gets another form, or is found out otherwise. */
const FORM = 1;

/** In the order of the pairs. Throws `failed` / `git-failed` when one names what is not a commit. */
export async function branchFacts(
  pairs: readonly BranchPair[],
  { repository, cache }: { readonly repository: GitContext; readonly cache: FactCache },
): Promise<readonly BranchFacts[]> {
  const keys = pairs.map(({ tip, target }) => sha256(`branch ${FORM} ${tip} ${target}`));
  const known = await cache.read(keys);
  const facts = keys.map((key) => {
    const value = known.get(key);
    return isFacts(value) ? value : null;
  });
  const missing = pairs.filter((_pair, index) => facts[index] === null);
  if (missing.length === 0) return facts.filter((fact) => fact !== null);
  const made = await findOut(missing, repository);
  const found = pairs.map(
    (pair, index): BranchFacts =>
      facts[index] ?? made[missing.indexOf(pair)] ?? { kind: 'unrelated' },
  );
  await cache.write(
    new Map(keys.flatMap((key, index) => (facts[index] === null ? [[key, found[index]]] : []))),
  );
  return found;
}

async function findOut(
  pairs: readonly BranchPair[],
  repository: GitContext,
): Promise<readonly BranchFacts[]> {
  const targets = [...new Set(pairs.map(({ target }) => target))];
  const graph = await readCommitGraph([...targets, ...pairs.map(({ tip }) => tip)], repository);
  const standingOn = new Map(targets.map((target) => [target, standingsOn(target, graph)]));
  const stood = pairs.map((pair) => {
    const standing = standingOn.get(pair.target)?.(pair.tip);
    const base = standing?.base ?? null;
    return { ...pair, base, behind: standing?.behind ?? 0, ahead: standing?.ahead ?? 0 };
  });
  const waiting = stood.flatMap(({ base, ...one }) =>
    base === null || one.ahead === 0 ? [] : [{ ...one, base }],
  );
  const ranges = waiting.map(({ base, tip }) => ({ from: base, to: tip }));
  const [changes, covers, mainlines] = await Promise.all([
    changesOfRanges(ranges, repository),
    coversOf(waiting, repository),
    mainlinesOf(waiting, { graph, repository }),
  ]);
  return stood.map((one): BranchFacts => {
    const at = waiting.findIndex(({ tip, target }) => tip === one.tip && target === one.target);
    if (one.ahead === 0) return { kind: 'merged' };
    const { base } = one;
    if (at < 0 || base === null) return { kind: 'unrelated' };
    const own = changes[at] ?? [];
    const since = commitsSince(mainlines.get(one.target) ?? [], { base, graph });
    const touched = new Set(since.flatMap(({ blobs }) => [...blobs.keys()]));
    return {
      kind: 'waiting',
      base,
      behind: one.behind,
      commits: one.ahead,
      changes: own,
      covers: covers[at] ?? [],
      moved: own.flatMap(({ path, from }) =>
        touched.has(path) || (from !== null && touched.has(from)) ? [path] : [],
      ),
      inTargetSince: landedSince(own, since),
    };
  });
}

type Waiting = BranchPair & { readonly base: CommitSha; readonly behind: number };

/** One process for each target. */
async function coversOf(
  waiting: readonly Waiting[],
  repository: GitContext,
): Promise<readonly (readonly string[])[]> {
  const targets = [...new Set(waiting.map(({ target }) => target))];
  const found = new Map<Waiting, readonly string[]>();
  for (const without of targets) {
    const own = waiting.filter(({ target }) => target === without);
    const ranges = own.map(({ base, tip }) => ({ from: base, to: tip }));
    const values = await trailersOfRanges({ key: 'Roundsman-Covers', ranges, without }, repository);
    for (const [index, one] of own.entries()) found.set(one, values[index] ?? []);
  }
  return waiting.map((one) => [...new Set(found.get(one) ?? [])]);
}

/** Only of targets that moved on; one process for each. */
async function mainlinesOf(
  waiting: readonly Waiting[],
  { graph, repository }: { readonly graph: CommitGraph; readonly repository: GitContext },
): Promise<ReadonlyMap<CommitSha, readonly MainlineCommit[]>> {
  const moved = [...new Set(waiting.filter(({ behind }) => behind > 0).map((one) => one.target))];
  const read = await Promise.all(
    moved.map(async (target) => {
      const request = { tip: target, floor: graph.floor };
      return [target, await mainlineChanges(request, repository)] as const;
    }),
  );
  return new Map(read);
}

/** Those that the base has not. */
function commitsSince(
  mainline: readonly MainlineCommit[],
  { base, graph }: { readonly base: CommitSha; readonly graph: CommitGraph },
): readonly MainlineCommit[] {
  if (mainline.length === 0) return [];
  const before = reachableFrom([base], graph);
  return mainline.filter(({ commit }) => !before.has(commit) && graph.parents.has(commit));
}

/** We wrote it, under a key that names its form. */
function isFacts(value: unknown): value is BranchFacts {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'merged' || value['kind'] === 'unrelated') return true;
  return (
    value['kind'] === 'waiting' &&
    typeof value['base'] === 'string' &&
    isCommitSha(value['base']) &&
    Array.isArray(value['changes']) &&
    Array.isArray(value['covers']) &&
    Array.isArray(value['moved'])
  );
}
