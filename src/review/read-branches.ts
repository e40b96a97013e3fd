/**
 * Every branch that has not landed yet: branches of runs, definitions that were written on the page and, on request, of people and other agents. Branches that need no
 * review (already in the target, continued by another branch, a replay) are listed separately.
 */
import { isAncestor, mergeBase } from '../git/ancestry.ts';
import { gitIn } from '../git/git-call.ts';
import type { NamedTip } from '../git/list-branch-tips.ts';
import type { GitContext } from '../git/run-git.ts';
import type { CommitSha, RunId } from '../words/ids.ts';
import type { AsideBranch } from '../words/review/change-set.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import { branchFacts, type BranchFacts, type WaitingFacts } from './branch-facts.ts';
import { laterAttempts, type BranchOrigin } from './branch-origins.ts';
import type { FactCache } from './fact-cache.ts';
import { isWritten } from './written-branches.ts';

export interface BranchesRequest {
  /** All local branches. */
  readonly tips: readonly NamedTip[];
  /** Folders by the branch that is checked out there. */
  readonly places: ReadonlyMap<string, string>;
  /** Of those that runs made. */
  readonly origins: ReadonlyMap<string, BranchOrigin>;
  /** Fingerprints that proposals of a run deal with. */
  readonly covered: ReadonlyMap<RunId, ReadonlySet<string>>;
  /** The local branch that things land on by default; `null`: there is none. */
  readonly defaultTarget: string | null;
  readonly others: boolean;
  /** Folders that an agent other than ours was at lately. */
  readonly agentFolders: ReadonlySet<string>;
  /** Where a run began, by name: `main`, `origin/main`; `null`: that is not known. */
  readonly baseRefOf: (run: RunId) => Promise<string | null>;
  /** Its `cwd` is the git directory that all checkouts share. */
  readonly repository: GitContext;
  readonly cache: FactCache;
}

export interface BranchesRead {
  /** Oldest first. */
  readonly branches: readonly ReviewBranch[];
  readonly aside: readonly AsideBranch[];
  readonly targets: readonly { readonly target: string; readonly tip: CommitSha }[];
  /** By branch: what of its own the target has changed since it left. */
  readonly moved: ReadonlyMap<string, readonly string[]>;
  /** By branch: paths whose executable bit or kind changed. */
  readonly modes: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly string[];
}

export async function readBranches(request: BranchesRequest): Promise<BranchesRead> {
  const { repository, cache, defaultTarget, origins, tips, places } = request;
  const byName = new Map(tips.map((one) => [one.branch, one]));
  const wanted = tips.filter((one) => isWanted(one, request));
  const aimed = wanted.flatMap((one) => {
    const base = origins.get(one.branch)?.wantedBase ?? null;
    const target = targetFor(base, { there: byName, fallback: defaultTarget });
    const to = target === null ? undefined : byName.get(target);
    return to === undefined || to.branch === one.branch ? [] : [{ one, to }];
  });
  const pairs = aimed.map(({ one, to }) => ({ tip: one.tip, target: to.tip }));
  const facts = await branchFacts(pairs, { repository, cache });
  const looked = aimed.flatMap((pair, index): readonly Looked[] => {
    const fact = facts[index];
    if (fact === undefined || fact.kind === 'merged') return [];
    return [{ ...pair, fact, unpulled: null, lostBase: null, places }];
  });
  const read = await Promise.all(looked.map((one) => fromItsStart(one, request)));
  return arrange(read, request, wanted.length - aimed.length);
}

/**
 * A run that began where the target is not: at a remote's branch that the target here is behind, and it is held against
 * that; or at a commit that the target lost since, and it says so.
 */
async function fromItsStart(one: Looked, request: BranchesRequest): Promise<Looked> {
  const { origins, repository, cache, baseRefOf } = request;
  const origin = origins.get(one.one.branch);
  const { view } = (origin && origins.get(origin.firstBranch)) ?? origin ?? {};
  const began = view?.base ?? null;
  if (view === undefined || began === null || one.fact.kind !== 'waiting') return one;
  if (one.fact.base === began) return one;
  const ref = await baseRefOf(view.id);
  const name = one.to.branch;
  if (ref === null || (ref !== name && !ref.endsWith(`/${name}`))) return one;
  // It may be a commit that is not there any more, where a person moved the branch.
  if ((await mergeBase(repository, began, one.one.tip)) !== began) return one;
  if (await isAncestor(gitIn(repository), began, one.to.tip)) return one;
  if (ref === name) {
    // What was landed again since has another merge, and nothing else that is new.
    const lost = ['rev-list', '--no-merges', '--max-count=1', `${one.to.tip}..${began}`, '--'];
    const isLost = (await gitIn(repository)(lost)).stdout.trim() !== '';
    return isLost ? { ...one, lostBase: began } : one;
  }
  const [fact] = await branchFacts([{ tip: one.one.tip, target: began }], { repository, cache });
  return fact?.kind === 'waiting' ? { ...one, fact, unpulled: ref } : one;
}

/** Whether it is looked at: what a run made or a person wrote for review, and on request every other one. */
export function isWanted(
  one: NamedTip,
  { others, origins }: Pick<BranchesRequest, 'others' | 'origins'>,
): boolean {
  return others || origins.has(one.branch) || isWritten(one);
}

interface Looked {
  readonly one: NamedTip;
  readonly to: NamedTip;
  readonly fact: BranchFacts;
  readonly unpulled: string | null;
  readonly lostBase: CommitSha | null;
  readonly places: ReadonlyMap<string, string>;
}

function arrange(
  looked: readonly Looked[],
  request: BranchesRequest,
  withoutTarget: number,
): BranchesRead {
  const waiting = looked.flatMap(({ fact, ...one }) =>
    fact.kind === 'waiting' ? [{ ...one, fact, branch: toBranch({ ...one, fact }, request) }] : [],
  );
  const there = new Set(waiting.map(({ one }) => one.branch));
  const later = laterAttempts(request.origins, there);
  const aside = waiting.flatMap(({ branch, fact, to }) => {
    const why = asideOf(branch.branch, { fact, target: to.branch, later, request });
    return why === null ? [] : [{ branch, ...why }];
  });
  const apart = new Set(aside.map(({ branch }) => branch.branch));
  const left = waiting.filter(({ one }) => !apart.has(one.branch));
  return {
    branches: left.map(({ branch }) => branch).toSorted(byAge),
    aside,
    targets: targetsOf(left.length > 0 ? left : looked),
    moved: new Map(left.map(({ one, fact }) => [one.branch, fact.moved])),
    modes: new Map(left.map(({ one, fact }) => [one.branch, modesOf(fact)])),
    problems: problemsOf(looked, { withoutTarget, request }),
  };
}

function toBranch(
  { one, to, fact, unpulled, lostBase, places }: Looked & { readonly fact: WaitingFacts },
  { origins, covered, agentFolders }: BranchesRequest,
): ReviewBranch {
  const view = origins.get(one.branch)?.view ?? null;
  const part = view?.part ?? null;
  const worktree = places.get(one.branch) ?? null;
  const proposed = view === null ? undefined : covered.get(part?.of ?? view.id);
  const owner =
    view !== null ? 'run' : worktree !== null && agentFolders.has(worktree) ? 'agent' : 'person';
  return {
    branch: one.branch,
    owner,
    runId: view?.id ?? null,
    routine: view?.routine ?? null,
    engine: view?.engine ?? null,
    item: view?.item?.key ?? null,
    variant: part === null ? null : { of: part.of, label: part.label },
    tip: one.tip,
    base: fact.base,
    target: to.branch,
    targetTip: to.tip,
    unpulled,
    lostBase,
    behind: fact.behind,
    commits: fact.commits,
    subject: oneLine(one.subject, 200),
    madeAt: view?.startedAt ?? one.at,
    changes: fact.changes,
    insertions: sum(fact.changes.map(({ insertions }) => insertions)),
    deletions: sum(fact.changes.map(({ deletions }) => deletions)),
    covers: coversOf([...(proposed ?? [])], fact.covers),
    worktree,
  };
}

/** What the commits say, in the order of the requests; a run also proposes items for what it left alone. */
function coversOf(proposed: readonly string[], said: readonly string[]): readonly string[] {
  if (said.length === 0) return proposed;
  return [...new Set([...proposed.filter((one) => said.includes(one)), ...said])];
}

function asideOf(
  branch: string,
  {
    fact,
    target,
    later,
    request,
  }: {
    readonly fact: WaitingFacts;
    readonly target: string;
    readonly later: ReadonlyMap<string, string>;
    readonly request: BranchesRequest;
  },
): Omit<AsideBranch, 'branch'> | null {
  if (fact.inTargetSince !== null) {
    const since = fact.inTargetSince.slice(0, 7);
    return { kind: 'in-target', detail: `${target} has its changes since ${since}` };
  }
  if (fact.changes.length === 0)
    return { kind: 'in-target', detail: `it changes nothing that ${target} has not` };
  const newer = later.get(branch);
  if (newer !== undefined) return { kind: 'earlier', detail: `${newer} continues from it` };
  const replayOf = request.origins.get(branch)?.replayOf ?? null;
  if (replayOf === null) return null;
  return { kind: 'replay', detail: `it went over run ${replayOf.slice(-6)} again, to be compared` };
}

/** Also those on which nothing waits, so that a clean morning says what it was held against. */
function targetsOf(looked: readonly Pick<Looked, 'to'>[]): BranchesRead['targets'] {
  const found = new Map(looked.map(({ to }) => [to.branch, to.tip]));
  return [...found].map(([target, tip]) => ({ target, tip }));
}

function modesOf({ changes }: WaitingFacts): readonly string[] {
  return changes.flatMap(({ path, status, mode, oldMode }) =>
    status !== 'deleted' && mode !== oldMode && (mode === '100755' || oldMode === '100755')
      ? [path]
      : [],
  );
}

function problemsOf(
  looked: readonly Looked[],
  { withoutTarget, request }: { readonly withoutTarget: number; readonly request: BranchesRequest },
): readonly string[] {
  const unrelated = looked.filter(({ fact }) => fact.kind === 'unrelated');
  const aimless = withoutTarget - (request.others && request.defaultTarget !== null ? 1 : 0);
  return [
    ...unrelated.map(
      ({ one, to }) =>
        `${oneLine(one.branch, 120)} shares no commit with ${oneLine(to.branch, 120)}`,
    ),
    ...(aimless > 0 && request.defaultTarget === null
      ? ['there is no local branch that anything could land on: make one, such as main']
      : []),
  ];
}

function byAge(a: ReviewBranch, b: ReviewBranch): number {
  if (a.madeAt !== b.madeAt) return a.madeAt < b.madeAt ? -1 : 1;
  return a.branch < b.branch ? -1 : 1;
}

function sum(numbers: readonly (number | null)[]): number {
  return numbers.reduce<number>((total, one) => total + (one ?? 0), 0);
}

// The local branch that work lands on. Pure.

/**
 * From `workspace.base` as a routine writes it: `release/1`, `refs/heads/release/1`, `origin/release/1`. A tag or a commit
 * is nothing that can be landed on: then, and without a base, it is the default.
 */
function targetFor(
  base: string | null,
  {
    there,
    fallback,
  }: { readonly there: { has(branch: string): boolean }; readonly fallback: string | null },
): string | null {
  if (base === null) return fallback;
  const short = base.replace(/^refs\/(heads|remotes)\//, '');
  // A remote's name may hold a slash itself: what is there decides.
  const endings = short.split('/').map((_part, index, parts) => parts.slice(index).join('/'));
  const candidates = base.startsWith('refs/heads/') ? [short] : endings;
  return candidates.find((name) => there.has(name)) ?? fallback;
}
