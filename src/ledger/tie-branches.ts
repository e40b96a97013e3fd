/** Which branches are an item's, and how far each has come. Pure: what git knows comes from the caller. */
import type { Finding } from '../words/finding.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import type { RunView } from '../words/run.ts';
import type { ItemFacts, TiedBranch, TiedFinding, TiedRun, TiedSession } from './item-facts.ts';

/** What the repository says of branches, and of what their commits deal with. */
export interface BranchesSeen {
  readonly heads: ReadonlyMap<
    string,
    { readonly tip: CommitSha; readonly at: string; readonly merged: boolean }
  >;
  /** Heads of branches that are there no more, and are in the base. */
  readonly landedHeads: ReadonlySet<CommitSha>;
  /** Fingerprints by branch, of commits that the base has not. */
  readonly covered: ReadonlyMap<string, ReadonlySet<string>>;
  /** Commits of the base that deal with findings. */
  readonly landed: readonly {
    readonly commit: CommitSha;
    readonly at: string;
    readonly values: readonly string[];
  }[];
}

export interface ItemTies {
  readonly runs: readonly TiedRun[];
  readonly queued: ItemFacts['queued'];
  readonly branches: readonly TiedBranch[];
  readonly sessions: readonly TiedSession[];
  readonly findings: readonly TiedFinding[];
}

export interface TieRequest {
  readonly runs: readonly RunView[];
  /** Of those, the ones that may be the item's. */
  readonly near: readonly RunView[];
  /** The item's own. */
  readonly findings: readonly Finding[];
  readonly seen: BranchesSeen;
}

/** Each branch once. */
export function tieBranches(item: Item, request: TieRequest): readonly TiedBranch[] {
  const named = [...ofRuns(item, request), ...linked(item, request), ...covering(item, request)];
  const byName = new Map(named.toReversed().map((branch) => [branch.name, branch]));
  return [...byName.values(), ...landedCommits(item, request)].toReversed();
}

/** Of several engines at the same task one branch is merged, and the others are done with. */
function ofRuns(item: Item, { near, seen }: TieRequest): readonly TiedBranch[] {
  const linkedRuns = new Set(
    (item.links ?? []).flatMap(({ kind, id }) => (kind === 'run' ? [id] : [])),
  );
  const own = near.filter(
    (view) =>
      (view.item?.key === item.key && view.item.purpose === 'work') ||
      linkedRuns.has(view.id) ||
      (view.part !== null && linkedRuns.has(view.part.of)),
  );
  const tied = own.flatMap((view): readonly (TiedBranch & { readonly of: string | null })[] => {
    const { branch, head, part } = view;
    if (branch === null) return [];
    const found = seen.heads.get(branch);
    const at = found?.at ?? view.endedAt ?? view.slot.scheduledFor;
    const state =
      found === undefined
        ? head !== null && seen.landedHeads.has(head)
          ? 'merged'
          : 'gone'
        : found.merged
          ? 'merged'
          : 'waiting';
    return [{ name: branch, state, run: view.id, at, of: part?.of ?? null }];
  });
  const chosen = new Set(tied.flatMap(({ of, state }) => (state === 'merged' ? [of] : [])));
  return tied
    .filter(({ of, state }) => of === null || state === 'merged' || !chosen.has(of))
    .map(({ name, state, run, at }) => ({ name, state, run, at }));
}

function linked({ links = [], createdAt }: Item, { seen }: TieRequest): readonly TiedBranch[] {
  return links.flatMap((link): readonly TiedBranch[] => {
    if (link.kind !== 'branch') return [];
    const found = seen.heads.get(link.id);
    if (found === undefined) return [{ name: link.id, state: 'gone', run: null, at: createdAt }];
    // One that never moved is in the base because nothing is on it.
    const isEmpty = found.merged && link.tip === found.tip;
    const state = isEmpty ? 'empty' : found.merged ? 'merged' : 'waiting';
    return [{ name: link.id, state, run: null, at: isEmpty ? createdAt : found.at }];
  });
}

/** Unmerged branches whose commits say that they deal with one of the item's findings. */
function covering({ findings }: Item, { runs, seen }: TieRequest): readonly TiedBranch[] {
  return [...seen.covered].flatMap(([name, covered]): readonly TiedBranch[] => {
    const found = seen.heads.get(name);
    if (found === undefined || !findings.some((one) => covered.has(one))) return [];
    const run = runs.find(({ branch }) => branch === name)?.id ?? null;
    return [{ name, state: 'waiting', run, at: found.at }];
  });
}

/** Merged, squashed or picked: commits of the base that deal with all that is left of it, made since it was. */
function landedCommits(item: Item, { findings, seen }: TieRequest): readonly TiedBranch[] {
  if (item.findings.length === 0) return [];
  const since = Date.parse(item.createdAt);
  const commits = seen.landed.filter(
    ({ at, values }) =>
      Date.parse(at) >= since - CLOCK_SLACK_MS && item.findings.some((one) => values.includes(one)),
  );
  const [newest] = commits.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  if (newest === undefined) return [];
  const dealtWith = new Set(commits.flatMap(({ values }) => values));
  const settled = new Set(
    findings
      .filter(({ state }) => state === 'resolved' || state === 'dismissed')
      .map(({ fingerprint }) => fingerprint),
  );
  const isWhole = item.findings.every((one) => dealtWith.has(one) || settled.has(one));
  // What came back since is not dealt with.
  const isBack = findings.some(
    ({ state, lastSeen }) => state === 'regressed' && Date.parse(lastSeen) > Date.parse(newest.at),
  );
  if (!isWhole || isBack) return [];
  return [
    { name: `commit ${newest.commit.slice(0, 10)}`, state: 'merged', run: null, at: newest.at },
  ];
}

/** Dates of commits have whole seconds. */
const CLOCK_SLACK_MS = 1_000;
