/** Which run made a commit, and how it came in: by what was stored here, never by the commit's word alone. */
import type { CommitFacts } from '../../git/commit-facts.ts';
import { gitIn } from '../../git/git-call.ts';
import { isAncestor } from '../../git/is-ancestor.ts';
import type { StoredRun } from '../../store/ports.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import type { BranchVerdict } from '../../words/review/branch-verdict.ts';
import type { Landing, LandingStep } from '../../words/review/landing.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';

export interface Origin {
  readonly commit: CommitFacts;
  /** What the commit says of its run, in its committer or a trailer; `null`: nothing. */
  readonly named: RunId | null;
  /** Of that run, or of the branch that became this commit; `null`: none that is still known here. */
  readonly run: StoredRun | null;
  /** It brought the commit onto its target. */
  readonly landing: Landing | null;
  readonly step: LandingStep | null;
  /** It was taken back by this commit. */
  readonly reverts: Landing | null;
  /** On branches of that run, oldest first. */
  readonly verdicts: readonly BranchVerdict[];
}

/** Landings that are looked at one by one where no trailer names one: each costs two looks into the history. */
const MOST_LANDINGS = 50;

export async function originOf(workspace: Workspace, commit: CommitFacts): Promise<Origin> {
  const { review, runs } = workspace;
  const landings = await review.landings.list();
  const landing = await landingOf(workspace, landings, commit);
  const step = landing === null ? null : await stepOf(workspace, landing, commit);
  const named = namedRun(commit);
  const { views } = await runs.listViews({ parts: true });
  const ofBranch = views.find(({ branch }) => step !== null && branch === step.branch)?.id ?? null;
  // Agents write commits, and trailers of theirs may name any run: what was stored when it landed counts first.
  const id =
    named !== null && (await isOfRun(workspace, named, commit)) ? named : (ofBranch ?? named);
  const run = id === null ? null : await runs.read(id);
  const reverts =
    landings.find(({ state }) => state.kind === 'undone' && state.revert === commit.sha) ?? null;
  const about = landing ?? reverts;
  const branch = branchOf(views, id);
  const verdicts = (await review.verdicts.list()).filter(
    (verdict) =>
      (id !== null && verdict.run === id) ||
      (branch !== null && verdict.branch === branch) ||
      (about !== null && verdict.landing === about.id && isOf(verdict, step)),
  );
  return { commit, named, run, landing, step, reverts, verdicts };
}

/** It is among what that run handed back, as that was stored. */
async function isOfRun(
  { runs, location, gitEnv }: Workspace,
  id: RunId,
  { sha }: CommitFacts,
): Promise<boolean> {
  const stored = await runs.read(id);
  const view = stored === null ? null : toRunView(stored);
  if (view === null || view.head === null || view.base === null) return false;
  const git = gitIn({ cwd: location.gitDir, env: gitEnv });
  try {
    return (await isAncestor(git, sha, view.head)) && !(await isAncestor(git, sha, view.base));
  } catch {
    // Its objects are gone.
    return false;
  }
}

function isOf({ branch }: BranchVerdict, step: LandingStep | null): boolean {
  return step === null || step.branch === branch;
}

function branchOf(views: readonly RunView[], id: RunId | null): string | null {
  return views.find((view) => view.id === id)?.branch ?? null;
}

function namedRun({ committerEmail, ours }: CommitFacts): RunId | null {
  const committer = /^run-([0-9a-z]{26})@roundsman\.invalid$/.exec(committerEmail)?.[1] ?? '';
  return [committer, ...ours.run].find((id) => isRunId(id)) ?? null;
}

async function landingOf(
  workspace: Workspace,
  landings: readonly Landing[],
  { sha, ours }: CommitFacts,
): Promise<Landing | null> {
  const done = landings.filter(
    ({ to, state }) => to !== null && ['landed', 'undoing', 'undone'].includes(state.kind),
  );
  const exact = done.findLast(
    ({ to, steps }) => to === sha || steps.some((step) => step.commit === sha),
  );
  if (exact !== undefined) return exact;
  const told = done.filter(({ id }) => ours.landing.includes(id));
  const others = done.filter((one) => !told.includes(one)).slice(-MOST_LANDINGS);
  for (const landing of [...told, ...others.toReversed()])
    if (await holds(workspace, landing, sha)) return landing;
  return null;
}

async function holds(
  { location, gitEnv }: Workspace,
  { from, to }: Landing,
  sha: CommitFacts['sha'],
): Promise<boolean> {
  if (to === null) return false;
  const git = gitIn({ cwd: location.gitDir, env: gitEnv });
  try {
    return (await isAncestor(git, sha, to)) && !(await isAncestor(git, sha, from));
  } catch {
    // One of them is not there any more.
    return false;
  }
}

/** The first of the branches, in the order of landing, that has it. */
async function stepOf(
  { location, gitEnv }: Workspace,
  { steps }: Landing,
  { sha }: CommitFacts,
): Promise<LandingStep | null> {
  const exact = steps.find(({ commit, tip }) => commit === sha || tip === sha);
  if (exact !== undefined) return exact;
  const git = gitIn({ cwd: location.gitDir, env: gitEnv });
  for (const step of steps)
    if (step.commit !== null && (await isAncestor(git, sha, step.commit).catch(() => false)))
      return step;
  return null;
}
