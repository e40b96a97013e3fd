/** Of a commit: which run made it, told what, and who let it in. */
import { isAncestor } from '../git/ancestry.ts';
import { type CommitFacts, readCommitFacts } from '../git/commit-facts.ts';
import { gitIn } from '../git/git-call.ts';
import { NOTES_REF, readNote } from '../git/notes.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import type { StoredRun } from '../store/ports.ts';
import { pathsOfRun } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { isRunId, type RunId, shortIdOf } from '../words/ids.ts';
import type { BranchVerdict } from '../words/review/branch-verdict.ts';
import type { Landing, LandingStep } from '../words/review/landing.ts';
import { resultWords } from '../words/run-outcome.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import { formatUsage } from '../words/usage.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { Explanation } from './contract.ts';
import { type TellingLines, toldLines } from './note-landing.ts';

// Which run made a commit, and how it came in: by what was stored here, never by the commit's word alone.

interface Origin {
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

async function originOf(workspace: Workspace, commit: CommitFacts): Promise<Origin> {
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

/** Throws `not-found` for what is not a commit. A commit that no run of ours made is not an error. */
export async function explainCommit(
  workspace: Workspace,
  { commit: typed }: { readonly commit: string },
): Promise<Explanation> {
  const { location, gitEnv } = workspace;
  const git = { cwd: location.root, env: gitEnv };
  const sha = typed.startsWith('-') ? null : await resolveCommit(gitIn(git), typed);
  const commit = sha === null ? null : await readCommitFacts(git, sha);
  if (commit === null) throw unknownCommit(typed);
  const origin = await originOf(workspace, commit);
  const note = await readNote(git, commit.sha);
  const fields = [
    ...madeLines(origin),
    ...(origin.run === null ? [] : await runLines(workspace, origin.run)),
    ...(await findingLines(workspace, origin)),
    ...landingLines(origin),
    ...origin.verdicts.map((verdict): readonly [string, string] => [
      'decided',
      formatVerdict(verdict),
    ]),
    ...noteLines(origin, note),
  ];
  return {
    commit: commit.sha,
    subject: commit.subject,
    run: origin.named ?? origin.run?.spec.id ?? null,
    verdicts: origin.verdicts,
    landing: origin.landing,
    note,
    fields,
    lines: fields.map(([label, value]) => `${label}: ${oneLine(value, 500)}`),
  };
}

function madeLines({ commit, named, run, landing, reverts }: Origin): TellingLines {
  const about = `${commit.sha.slice(0, 10)}  ${oneLine(commit.subject, 200)}`;
  const who = `${oneLine(commit.author, 80)}, ${commit.at}`;
  if (reverts !== null)
    return [
      ['commit', about],
      ['by', who],
      ['undoes', `the landing ${reverts.id} on ${reverts.target}`],
    ];
  if (named === null && run === null && landing === null)
    return [
      ['commit', about],
      ['by', `${who}; no run of ours made it`],
    ];
  if (run !== null) return [['commit', about]];
  const lost =
    named === null
      ? 'a branch whose run is not known here any more'
      : `run ${named}, by its own word; that run is not known here`;
  return [
    ['commit', about],
    ['by', who],
    ['made by', lost],
  ];
}

async function runLines(workspace: Workspace, stored: StoredRun): Promise<TellingLines> {
  const view = toRunView(stored);
  const { slot, part } = view;
  const due = slot.trigger === 'manual' ? 'by hand' : `by ${slot.trigger}`;
  const as = part === null ? '' : `, as ${part.label} of run ${shortIdOf(part.of)}`;
  const cost = formatUsage(view.usage);
  return [
    ['made by', `run ${shortIdOf(view.id)} of ${view.routine}${as}, ${resultWords(view)}`],
    ['due', `${slot.scheduledFor}, ${due}`],
    ['engine', `${view.engine}${view.isolation === null ? '' : `, isolation ${view.isolation}`}`],
    ...(await toldLines(workspace, stored)),
    ['report', view.reportPath ?? pathsOfRun(workspace.location.stateDir, stored.spec).report],
    ...(cost === null ? [] : ([['cost', cost]] as const)),
  ];
}

/** Those that the commit says it deals with. */
async function findingLines(
  { findings }: Workspace,
  { commit: { ours } }: Origin,
): Promise<TellingLines> {
  if (ours.covers.length === 0) return [];
  const known = await findings.listAll();
  return ours.covers.slice(0, 20).map((fingerprint) => {
    const found = known.find(
      (one) =>
        one.fingerprint === fingerprint ||
        (one.aliases ?? []).some((alias) => alias.fingerprint === fingerprint),
    );
    return [
      'deals with',
      found === undefined
        ? `a finding that is not known here: ${oneLine(fingerprint, 80)}`
        : `${found.id} ${oneLine(found.title, 160)} (${found.state})`,
    ];
  });
}

function landingLines({ landing, step, commit }: Origin): TellingLines {
  if (landing === null) return [];
  const { method, target, by, endedAt, startedAt, set, reason, state } = landing;
  const what = step === null ? '' : `${step.branch} `;
  const together = set === null ? '' : `, with the set ${set}`;
  const why = reason === '' ? '' : `: ${oneLine(reason, 300)}`;
  const own = step !== null && step.tip === commit.sha && step.commit !== commit.sha;
  const as = own ? `, as ${step.commit?.slice(0, 10) ?? ''}` : '';
  const line = `${what}onto ${target} by ${method}${as}${together}, by ${oneLine(by, 80)} at ${endedAt ?? startedAt}${why}`;
  if (state.kind !== 'undone') return [['landed', line]];
  const undone = `by ${oneLine(state.by, 80)} at ${state.at}${state.reason === '' ? '' : `: ${oneLine(state.reason, 300)}`}`;
  return [
    ['landed', line],
    ['undone', undone],
  ];
}

function formatVerdict({ kind, by, at, reason }: BranchVerdict): string {
  return `${kind} by ${oneLine(by, 80)} at ${at}${reason === '' ? '' : `: ${oneLine(reason, 300)}`}`;
}

/** If no record of the commit is stored: the git note that was attached when it landed. */
function noteLines({ run, named, landing }: Origin, note: string | null): TellingLines {
  if (run !== null || landing !== null) return [];
  if (note !== null)
    return note
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 20)
      .map((line): readonly [string, string] => ['note', oneLine(line, 300)]);
  if (named === null) return [];
  return [
    ['note', `none here; if the notes were pushed: git fetch origin ${NOTES_REF}:${NOTES_REF}`],
  ];
}

function unknownCommit(typed: string): AppError {
  return new AppError('not-found', {
    code: 'commit-unknown',
    message: `"${oneLine(typed, 80)}" is not a commit of this repository`,
    hint: 'Name one as git knows it: a hash, a branch, HEAD~2. For a file: the commit that `git log -1 -- FILE` names.',
  });
}
