/** A clean-up of a workspace: look, plan, carry out. */
import { makeFolder } from '../../platform/files.ts';
import { takeLock } from '../../platform/lock.ts';
import { readActiveRoutines } from '../../routines/active-routines.ts';
import { type KeepSettings, DEFAULT_DAEMON } from '../../routines/definition-context.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { restoreCommands } from '../../worktrees/archive-record.ts';
import { planCleanUp } from '../../worktrees/clean-up.ts';
import { writeDiskUse, type DiskUse } from '../../worktrees/disk-use.ts';
import type { CleanUpDecision, ArchiveRecord, CleanUpPlan } from '../../worktrees/remains.ts';
import { emptyTrash, type TrashPace } from '../../worktrees/tombstone.ts';
import { carryOut } from './carry-out.ts';
import { surveyWorkspace } from './survey/survey-workspace.ts';

/** Throws `refused` while another clean-up is at work, unless it only looks. */
export async function runGc(workspace: Workspace, request: GcRequest): Promise<GcReport> {
  if (request.dryRun) return look(workspace, request);
  return alone(workspace, () => clean(workspace, request));
}

/** Throws `refused` / `clean-up-running` while another clean-up is running. */
export async function alone<Result>(
  { location, clock }: Workspace,
  work: () => Promise<Result>,
): Promise<Result> {
  await makeFolder(location.stateDir, 0o700);
  const { cleanUpLock: path } = machinePaths(location.stateDir);
  const lock = await takeLock({ path, clock }, {});
  if (lock.kind === 'held') {
    throw new AppError('refused', {
      code: 'clean-up-running',
      message: `another clean-up is at work here: process ${lock.holder.pid}`,
      hint: 'It removes a little at a time. See what there is meanwhile: roundsman gc --dry-run',
    });
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function look(workspace: Workspace, request: GcRequest): Promise<GcReport> {
  const { plan, notices } = await prepare(workspace, request);
  const { usedBytes, leftBytes, ceilingBytes, overBytes } = plan;
  const reclaimableBytes = usedBytes - leftBytes;
  await remember(workspace, { usedBytes, reclaimableBytes, ceilingBytes, overBytes });
  const { decisions } = plan;
  return { ...sorted(decisions), dryRun: true, plan, archived: [], unfinished: 0, notices };
}

async function clean(workspace: Workspace, request: GcRequest): Promise<GcReport> {
  const { plan, runs, notices } = await prepare(workspace, request);
  const { pace } = request;
  const { decisions } = plan;
  const done = await carryOut({ workspace, decisions, runs, mayGoOn: () => pace.mayGoOn() });
  const emptied = await emptyTrash({ ...workspace, workspace: workspace.location }, pace);
  const usedBytes = keptBytes(done.decisions);
  const { ceilingBytes } = plan;
  const overBytes = ceilingBytes === null ? 0 : Math.max(0, usedBytes - ceilingBytes);
  await remember(workspace, { usedBytes, reclaimableBytes: 0, ceilingBytes, overBytes });
  return {
    ...sorted(done.decisions),
    dryRun: false,
    plan,
    archived: done.archived.map((record) => ({
      record,
      restore: restoreCommands(workspace.location, record),
    })),
    unfinished: emptied.left,
    notices: [...notices, ...done.notices, ...emptied.problems],
  };
}

async function prepare(
  workspace: Workspace,
  { setAside }: GcRequest,
): Promise<{
  readonly plan: GcReport['plan'];
  readonly runs: Awaited<ReturnType<typeof surveyWorkspace>>['runs'];
  readonly notices: readonly string[];
}> {
  const now = workspace.clock.now();
  const { keep, notices } = await keepSettings(workspace);
  const { remains, runs } = await surveyWorkspace({ workspace, now, archivesMs: keep.archivesMs });
  const plan = planCleanUp(remains, { now, ceilingBytes: keep.diskBytes, setAside });
  return { plan, runs, notices };
}

/** What is active counts; what cannot be read does not widen what goes. */
async function keepSettings(
  workspace: Workspace,
): Promise<{ readonly keep: KeepSettings; readonly notices: readonly string[] }> {
  try {
    return { keep: (await readActiveRoutines(workspace)).daemon.keep, notices: [] };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const keep = { ...DEFAULT_DAEMON.keep, diskBytes: null };
    return {
      keep,
      notices: [`no ceiling of the disk counts, because roundsman.yaml cannot be read: ${why}`],
    };
  }
}

async function remember(
  { location, clock }: Workspace,
  measured: Omit<DiskUse, 'measuredAt'>,
): Promise<void> {
  await writeDiskUse(location.stateDir, { measuredAt: clock.now().toISOString(), ...measured });
}

function keptBytes(decisions: readonly CleanUpDecision[]): number {
  const kept = decisions.filter(({ verdict }) => verdict.kind === 'keep');
  return kept.reduce((sum, { remains }) => sum + remains.bytes, 0);
}

function sorted(decisions: readonly CleanUpDecision[]): Pick<GcReport, 'removed' | 'kept'> {
  return {
    removed: decisions.filter(({ verdict }) => verdict.kind === 'remove'),
    kept: decisions.filter(({ verdict }) => verdict.kind === 'keep'),
  };
}

// What a clean-up of a workspace was asked, and what it did.
interface GcRequest {
  /** Only says what would be done. */
  readonly dryRun: boolean;
  /** What was set aside because it could not be read goes too. */
  readonly setAside: boolean;
  /** How fast files go. */
  readonly pace: TrashPace;
}

export interface ArchivedWork {
  readonly record: ArchiveRecord;
  /** Lines for a shell that bring it back. */
  readonly restore: readonly string[];
}

export interface GcReport {
  readonly dryRun: boolean;
  readonly plan: CleanUpPlan;
  /** Gone, or what would go. */
  readonly removed: readonly CleanUpDecision[];
  readonly kept: readonly CleanUpDecision[];
  readonly archived: readonly ArchivedWork[];
  /** Condemned before or now, and still taking room: a later clean-up continues. */
  readonly unfinished: number;
  /** What could not be done, and what else is to be known, as sentences. */
  readonly notices: readonly string[];
}
