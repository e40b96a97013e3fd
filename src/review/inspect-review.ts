/** All that waits for review: branches, what ties them, whether they merge, what has to be right before they land. */
import { listBranchTips, type NamedTip } from '../git/list-branch-tips.ts';
import { checkedOutBranches } from '../git/list-worktrees.ts';
import type { GitContext } from '../git/run-git.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { WantedRun } from '../store/ports.ts';
import { type BranchName, isBranchName, type RunId } from '../words/ids.ts';
import { type BranchVerdict, decidedBranches, hasLanded } from '../words/review/branch-verdict.ts';
import type { ReviewLook } from '../words/review/change-set.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunView } from '../words/run.ts';
import type { Session } from '../words/session.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { type BranchOrigin, branchOrigins, type SpecFacts } from './branch-origins.ts';
import { readChangedLines } from './changed-lines.ts';
import type { LookRequest } from './contract.ts';
import { defaultTarget } from './default-target.ts';
import type { FactCache } from './fact-cache.ts';
import { fileFactCache } from './file-fact-cache.ts';
import { syncBranches } from './fleet/sync-branches.ts';
import { gatherKnowledge } from './gather-knowledge.ts';
import { groupBranches } from './group-branches.ts';
import { byUrgency, makeChangeSet } from './make-change-set.ts';
import { noteMerges } from './note-merges.ts';
import { type BranchesRead, isWanted, readBranches } from './read-branches.ts';
import { readShownSettings } from './read-review-settings.ts';
import { tiesOf } from './ties-of.ts';

// Agents that are in checkouts of branches. Looked for only where a branch is checked out: reading sessions takes its time.

interface SessionsAt {
  /** By branch, one line for each session that works or waits for a person. */
  readonly live: ReadonlyMap<string, readonly string[]>;
  /** Folders that an agent was at lately. */
  readonly folders: ReadonlySet<string>;
}

/** @param places folders by the branch that is checked out there */
async function sessionsAt(
  workspace: Workspace,
  places: ReadonlyMap<string, string>,
): Promise<SessionsAt> {
  if (places.size === 0) return { live: new Map(), folders: new Set() };
  const { listSessions } = await import('../context/sessions/list-sessions.ts');
  const { sessions } = await listSessions(workspace);
  const there = [...places].map(([branch, folder]) => ({
    branch,
    folder,
    // Nested checkouts: a session is in the deepest one.
    own: sessions.filter(({ cwd }) => cwd !== null && deepest(cwd, places) === folder),
  }));
  return {
    live: new Map(
      there.map(({ branch, own }) => [branch, own.filter(isAtWork).map(wordsOf)] as const),
    ),
    folders: new Set(there.filter(({ own }) => own.length > 0).map(({ folder }) => folder)),
  };
}

function deepest(cwd: string, places: ReadonlyMap<string, string>): string | null {
  const above = [...places.values()].filter(
    (folder) => cwd === folder || cwd.startsWith(`${folder}/`),
  );
  return above.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

function isAtWork({ state }: Session): boolean {
  return state === 'working' || state === 'waiting';
}

function wordsOf({ engine, id, state, cwd }: Session): string {
  return `${engine} session ${oneLine(id, 12)} is ${state} in ${oneLine(cwd ?? '', 200)}`;
}

// Branches that were split off belong to the run of what they were split off from. Pure.

/** The views, and one of the same run for each branch that was split off. */
function viewsWithSplits(
  views: readonly RunView[],
  verdicts: readonly BranchVerdict[],
): readonly RunView[] {
  const byRun = new Map(views.map((view) => [view.id, view]));
  const parts = verdicts.flatMap(({ run, into = [] }) => {
    const view = run === null ? undefined : byRun.get(run);
    return into.flatMap(({ branch }): readonly RunView[] =>
      view !== undefined && isBranchName(branch) ? [{ ...view, branch }] : [],
    );
  });
  return parts.length === 0 ? views : [...views, ...parts];
}

/** Neither part is a later attempt of the other one. */
function originsApart(
  origins: ReadonlyMap<string, BranchOrigin>,
  verdicts: readonly BranchVerdict[],
): ReadonlyMap<string, BranchOrigin> {
  const parts = new Set(verdicts.flatMap(({ into = [] }) => into.map(({ branch }) => branch)));
  return new Map(
    [...origins].map(([branch, origin]) => {
      const name: BranchName | null = parts.has(branch) && isBranchName(branch) ? branch : null;
      return [branch, name === null ? origin : { ...origin, firstBranch: name }];
    }),
  );
}

/** Quick when nothing changed: what was found out stands in the cache, by object ids. Starts no check and no engine. */
export async function inspectReview(
  workspace: Workspace,
  request: LookRequest = {},
): Promise<ReviewLook> {
  const { location, gitEnv, review } = workspace;
  const { signal } = request;
  const elsewhere = await syncBranches(workspace);
  await noteMerges(workspace);
  const repository = {
    cwd: location.gitDir,
    env: gitEnv,
    ...(signal === undefined ? {} : { signal }),
  };
  const cache = fileFactCache(machinePaths(location.stateDir).reviewCache);
  const [seen, settings, choices, unions] = await Promise.all([
    seeBranches(workspace, { others: request.others ?? false, repository, cache }),
    readShownSettings(workspace),
    review.choices.list(),
    review.unions.list(),
  ]);
  const { branches } = seen.read;
  const [{ couplings, trials }, changedLines, known] = await Promise.all([
    tiesOf({ branches, repository, cache }),
    readChangedLines(branches, { repository, cache }),
    knowledgeOf(workspace, seen, settings.review.judge !== null),
  ]);
  const { sets, weak } = groupBranches({ branches, couplings, choices });
  const material = {
    trials,
    unions,
    known,
    modes: seen.read.modes,
    changedLines,
    largeLines: settings.review.largeLines,
  };
  return {
    sets: sets.map((set) => makeChangeSet(set, material)).toSorted(byUrgency),
    weak,
    aside: seen.read.aside,
    targets: seen.read.targets,
    problems: [...settings.problems, ...elsewhere, ...seen.problems, ...seen.read.problems],
  };
}

interface Seen extends RunBranches {
  readonly read: BranchesRead;
  readonly sessions: SessionsAt;
  readonly problems: readonly string[];
}

async function seeBranches(
  workspace: Workspace,
  {
    others,
    repository,
    cache,
  }: { readonly others: boolean; readonly repository: GitContext; readonly cache: FactCache },
): Promise<Seen> {
  const [verdicts, all, target, covered, places] = await Promise.all([
    workspace.review.verdicts.list(),
    listBranchTips(repository),
    defaultTarget(workspace),
    coveredByProposals(workspace),
    checkedOutBranches(repository.cwd),
  ]);
  const { views: own, corrupt } = await viewsOf(workspace, { tips: all, verdicts });
  const decided = decidedBranches(verdicts);
  const tips = all.filter(({ branch, tip }) => !hasLanded(decided.get(branch), tip));
  const views = viewsWithSplits(own, verdicts);
  const there = new Set(tips.map(({ branch }) => branch));
  const stored = await readRunBranches(workspace, { views, there });
  const made = { ...stored, origins: originsApart(stored.origins, verdicts) };
  const wanted = tips.filter((one) => isWanted(one, { others, origins: made.origins }));
  const looked = placesOf(wanted, { places, target });
  const sessions = await sessionsAt(workspace, looked);
  const read = await readBranches({
    tips,
    places,
    origins: made.origins,
    covered,
    defaultTarget: target,
    others,
    agentFolders: sessions.folders,
    baseRefOf: async (run) => (await workspace.runs.read(run))?.record?.progress.baseRef ?? null,
    repository,
    cache,
  });
  const problems = corrupt.map(({ path, problem }) => `${path} cannot be read: ${problem}`);
  return { ...made, read, sessions, problems };
}

/** However many runs there were: of those whose branches are there, or were split. */
function viewsOf(
  { runs }: Workspace,
  {
    tips,
    verdicts,
  }: { readonly tips: readonly NamedTip[]; readonly verdicts: readonly BranchVerdict[] },
): ReturnType<Workspace['runs']['listViews']> {
  const there = new Set(tips.map(({ branch }) => branch));
  const split = new Set(verdicts.flatMap(({ run, into = [] }) => (into.length > 0 ? [run] : [])));
  const only = ({ id, branch }: WantedRun): boolean =>
    (branch !== null && there.has(branch)) || split.has(id);
  return runs.listViews({ parts: true, only });
}

/** Checkouts of the branches under review, by branch; a checkout of the target is not one. */
function placesOf(
  tips: readonly NamedTip[],
  {
    places,
    target,
  }: { readonly places: ReadonlyMap<string, string>; readonly target: string | null },
): ReadonlyMap<string, string> {
  return new Map(
    tips.flatMap(({ branch }) => {
      const folder = places.get(branch);
      return folder !== undefined && branch !== target ? [[branch, folder] as const] : [];
    }),
  );
}

/** Fingerprints that runs proposed items for: their branches deal with them. */
async function coveredByProposals({
  proposals,
}: Workspace): Promise<ReadonlyMap<RunId, ReadonlySet<string>>> {
  const covered = new Map<RunId, Set<string>>();
  for (const { run, payload } of await proposals.list()) {
    const known = covered.get(run) ?? new Set<string>();
    const findings = 'findings' in payload ? payload.findings : [];
    for (const fingerprint of findings) known.add(fingerprint);
    covered.set(run, known);
  }
  return covered;
}

async function knowledgeOf(
  workspace: Workspace,
  { read, origins, specs, sessions }: Seen,
  judged: boolean,
): Promise<ReturnType<typeof gatherKnowledge>> {
  const { findings, review, runs, clock } = workspace;
  if (read.branches.length === 0) return new Map();
  const [known, comments, judgements, unfinished] = await Promise.all([
    findings.listAll(),
    review.comments.list(),
    review.judgements.list(),
    runs.listUnfinished(),
  ]);
  return gatherKnowledge(read.branches, {
    origins,
    specs,
    findings: known,
    comments,
    judgements,
    unfinished,
    sessions: sessions.live,
    moved: read.moved,
    judged,
    now: clock.now().toISOString(),
  });
}

/** What is stored of the runs that made branches: of those that are there, however many have been. */
interface RunBranches {
  readonly origins: ReadonlyMap<string, BranchOrigin>;
  readonly specs: ReadonlyMap<RunId, RunSpec>;
}

/** @param there names of local branches */
async function readRunBranches(
  { runs }: Pick<Workspace, 'runs'>,
  { views, there }: { readonly views: readonly RunView[]; readonly there: ReadonlySet<string> },
): Promise<RunBranches> {
  const made = views.filter(({ branch }) => branch !== null && there.has(branch));
  const read = await Promise.all(made.map(({ id }) => runs.read(id)));
  const specs = new Map(
    read.flatMap((run) => (run === null ? [] : [[run.spec.id, run.spec] as const])),
  );
  const facts = new Map<RunId, SpecFacts>();
  for (const [id, { routine, follows }] of specs) {
    facts.set(id, {
      wantedBase: routine.workspace.base,
      firstBranch: follows?.kept?.firstBranch ?? null,
    });
  }
  return { origins: branchOrigins(made, facts), specs };
}
