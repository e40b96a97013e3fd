/** Does what a clean-up decided, one thing after the other; what cannot be done is kept, with the reason. */
import { inspectPath, removeEmptyFolder, removeTree } from '../../platform/files.ts';
import { takeLock } from '../../platform/lock.ts';
import { listWork, removeWork } from '../../review/union/union-place.ts';
import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { findDaemon } from '../../scheduler/ask-daemon.ts';
import { runPaths, pathsOfRun } from '../../store/run-folder/run-paths.ts';
import { asAppError } from '../../words/errors.ts';
import type { RunId } from '../../words/ids.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/secret.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { archivePaths } from '../../worktrees/archive-record.ts';
import { archiveWork } from '../../worktrees/archive-work.ts';
import { removeAdminFolder } from '../../worktrees/create-linked-worktree.ts';
import { condemnRunRepository } from '../../worktrees/release-run-repository.ts';
import type { ArchiveRecord, CleanUpDecision, Remains } from '../../worktrees/remains.ts';
import { basePinOf } from '../../worktrees/run-identity.ts';
import type { SurveyedRun } from '../../worktrees/survey-runs.ts';
import { bury, dropRefs, type Burial } from '../../worktrees/tombstone.ts';
import { removePreview } from '../remove-preview.ts';

interface CarryOutRequest {
  readonly workspace: Workspace;
  readonly decisions: readonly CleanUpDecision[];
  readonly runs: readonly SurveyedRun[];
  /** Asked before each: something else needs the disk now. */
  mayGoOn(): Promise<boolean>;
}

interface CarriedOut {
  /** As they came out: what could not be removed is kept after all. */
  readonly decisions: readonly CleanUpDecision[];
  readonly archived: readonly ArchiveRecord[];
  readonly notices: readonly string[];
}

export async function carryOut(request: CarryOutRequest): Promise<CarriedOut> {
  const decisions: CleanUpDecision[] = [];
  const archived: ArchiveRecord[] = [];
  const notices: string[] = [];
  for (const decision of request.decisions) {
    if (decision.verdict.kind === 'keep') {
      decisions.push(decision);
      continue;
    }
    const outcome = await attempt(request, decision);
    if (outcome.archived !== null) archived.push(outcome.archived);
    notices.push(...outcome.notices);
    const { kept } = outcome;
    decisions.push(
      kept === null ? decision : { ...decision, verdict: { kind: 'keep', why: kept, until: null } },
    );
  }
  return { decisions, archived, notices };
}

interface Outcome {
  /** Why it is kept after all; `null`: it went. */
  readonly kept: string | null;
  readonly archived: ArchiveRecord | null;
  readonly notices: readonly string[];
}

const WENT: Outcome = { kept: null, archived: null, notices: [] };

async function attempt(request: CarryOutRequest, decision: CleanUpDecision): Promise<Outcome> {
  if (!(await request.mayGoOn())) return kept('something else needs the disk now; it goes later');
  try {
    const { remains } = decision;
    return remains.kind === 'worktree'
      ? await removeWorktree(request, decision)
      : await removeOther(request, remains);
  } catch (thrown) {
    return kept(`it could not be removed: ${oneLine(asAppError(thrown).message, 300)}`);
  }
}

async function removeWorktree(
  { workspace, runs }: CarryOutRequest,
  { remains, verdict }: CleanUpDecision,
): Promise<Outcome> {
  const run = runs.find(({ id }) => id === remains.owner?.run);
  if (run === undefined || verdict.kind !== 'remove') return kept('its run is not known');
  let archived: ArchiveRecord | null = null;
  if (verdict.early && run.facts?.good !== true) {
    // Before its time, and a person may have wanted to look: what no branch has is put away first.
    if (run.worktree === null || run.spec === null)
      return kept('there is no record of what it holds');
    const request = worktreeRequestOf(workspace, run.spec);
    const outcome = await archiveWork({
      request,
      state: run.worktree,
      because: verdict.why,
      lossy: false,
    });
    if (outcome.kind === 'incomplete')
      return kept(`no archive could hold all of it: ${oneLine(outcome.missing[0] ?? '', 200)}`);
    if (outcome.kind === 'archived') archived = outcome.record;
  }
  const place = {
    spec: { id: run.id, workspace: workspace.location },
    paths: run.paths,
    gitEnv: workspace.gitEnv,
    clock: workspace.clock,
  };
  const notices = await condemnRunRepository(place, verdict.why, {
    keepsBasePin: archived !== null,
  });
  return { kept: null, archived, notices };
}

async function removeOther({ workspace }: CarryOutRequest, remains: Remains): Promise<Outcome> {
  const burial: Burial = { ...workspace, workspace: workspace.location };
  const { at, owner } = remains;
  switch (remains.kind) {
    case 'cache':
    case 'payload':
    case 'definition':
    case 'half-written':
    case 'spare':
      return buryPaths(burial, [at]);
    case 'set-aside':
      return buryPaths(burial, owner === null ? [at] : [at, `${at}.reason.json`]);
    case 'archive':
      return owner === null ? kept('whose it is, is not known') : removeArchive(burial, remains);
    case 'preview':
      return owner === null ? kept('whose it is, is not known') : endPreview(workspace, owner.run);
    case 'union':
      return owner === null ? kept('whose it is, is not known') : endUnion(workspace, owner.run);
    case 'empty-folder':
      return (await removeEmptyFolder(at)) ? WENT : kept('it is not empty any more');
    case 'lock':
      return takeOver(workspace, at);
    case 'socket':
      return removeSocket(workspace, at);
    case 'pin': {
      const left = await dropRefs(burial, [at]);
      return left === null ? WENT : kept(left);
    }
    case 'linked-worktree':
      return owner === null ? kept('whose it is, is not known') : removeLinked(workspace, remains);
    // Condemned already.
    case 'trash':
      return WENT;
    case 'worktree':
    case 'record':
      return kept('it is not to be removed this way');
  }
}

async function buryPaths(burial: Burial, paths: readonly string[]): Promise<Outcome> {
  await bury(burial, { paths, refs: [], linked: null, why: 'it is no longer needed' });
  return WENT;
}

/** The pin that it rests on goes along. */
async function removeArchive(burial: Burial, { owner }: Remains): Promise<Outcome> {
  if (owner === null) return WENT;
  const { bundle, record } = archivePaths(burial.workspace.stateDir, owner.run);
  const refs = [basePinOf(owner.run)];
  const notices = await bury(burial, {
    paths: [record, bundle],
    refs,
    linked: null,
    why: 'its time is over',
  });
  return { ...WENT, notices };
}

async function endUnion(workspace: Workspace, id: RunId): Promise<Outcome> {
  const { stateDir } = workspace.location;
  const work = (await listWork(stateDir)).find((one) => one.id === id);
  if (work !== undefined && work.pid !== null) return kept(`process ${work.pid} is at work on it`);
  await removeWork(workspace, id);
  return WENT;
}

async function endPreview(workspace: Workspace, id: SurveyedRun['id']): Promise<Outcome> {
  const place = { spec: { id, workspace: workspace.location }, gitEnv: workspace.gitEnv };
  await removePreview(place, id);
  return WENT;
}

async function removeLinked(workspace: Workspace, { at, owner }: Remains): Promise<Outcome> {
  if (owner === null) return WENT;
  const paths = runPaths(workspace.location.stateDir, owner.run);
  await removeAdminFolder({ spec: { workspace: workspace.location }, paths }, at);
  return (await inspectPath(at)) === null ? WENT : kept('it points elsewhere now');
}

/** Breaks the lock as the next process that wants it would: two that come at once cannot both break it. */
async function takeOver({ clock }: Workspace, path: string): Promise<Outcome> {
  if (path.endsWith('.breaker')) {
    await removeTree(path);
    return WENT;
  }
  const lock = await takeLock({ path, clock }, {});
  if (lock.kind === 'held') return kept(`process ${lock.holder.pid} holds it`);
  await lock.release();
  return WENT;
}

async function removeSocket({ location }: Workspace, path: string): Promise<Outcome> {
  const daemon = await findDaemon(location.stateDir);
  if (daemon !== null) return kept(`the daemon (process ${daemon.process.pid}) answers there`);
  await removeTree(path);
  return WENT;
}

function kept(why: string): Outcome {
  return { ...WENT, kept: why };
}

/** For what is done with a run's worktree when the run is over; where the repository is now counts. */
export function worktreeRequestOf(workspace: Workspace, spec: RunSpec): WorktreeRequest {
  const { location, gitEnv, env, clock, proposals } = workspace;
  return {
    spec: { ...spec, workspace: location },
    paths: pathsOfRun(location.stateDir, spec),
    gitEnv,
    env,
    clock,
    proposals,
    redactor: makeRedactor(secretsOfRun(spec.routine, env, spec.settings.connections)),
    progress: () => undefined,
  };
}
