/** One run's worktree goes because a person says so, with work that was not handed back. It is put away first. */
import { listProcessPlaces } from '../../platform/process-tree.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf, type RunId } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { restoreCommands } from '../../worktrees/archive-record.ts';
import { archiveWork, type ArchiveOutcome } from '../../worktrees/archive-work.ts';
import { condemnRunRepository } from '../../worktrees/release-run-repository.ts';
import { workedOnBy } from '../../worktrees/reopen-run-repository.ts';
import { surveyRun, type SurveyedRun } from '../../worktrees/survey-runs.ts';
import { emptyTrash, type TrashPace } from '../../worktrees/tombstone.ts';
import { worktreeRequestOf } from './carry-out.ts';
import { alone } from './run-gc.ts';

interface DiscardRequest {
  readonly id: RunId;
  readonly pace: TrashPace;
  readonly because: string;
}

export interface DiscardedWork {
  readonly run: RunId;
  readonly bytes: number;
  readonly files: number;
  readonly archive: Exclude<ArchiveOutcome, { readonly kind: 'incomplete' }>;
  /** Lines for a shell that bring it back; empty when nothing was put away. */
  readonly restore: readonly string[];
  readonly notices: readonly string[];
}

/** Throws `refused` when the run continues, when another run works in its folder, or when nothing of it is kept. */
export async function discardWork(
  workspace: Workspace,
  { id, pace, because }: DiscardRequest,
): Promise<DiscardedWork> {
  return alone(workspace, async () => {
    const { stateDir } = workspace.location;
    const run = await surveyRun({ stateDir, places: listProcessPlaces() }, id);
    const { spec, state } = discardable(run);
    await refuseWorkedOn(workspace, id, state.holds);
    const request = worktreeRequestOf(workspace, spec);
    const archive = await archiveWork({ request, state, because, lossy: true });
    if (archive.kind === 'incomplete')
      throw new TypeError('an archive that may lose something is never incomplete');
    const notices = await condemnRunRepository(request, because, {
      keepsBasePin: archive.kind === 'archived',
    });
    const emptied = await emptyTrash({ ...workspace, workspace: workspace.location }, pace);
    const { bytes = 0, files = 0 } = run.size ?? {};
    const restore =
      archive.kind === 'archived' ? restoreCommands(workspace.location, archive.record) : [];
    const told = [...notices, ...emptied.problems];
    return { run: id, bytes, files, archive, restore, notices: told };
  });
}

/** A further attempt works on in it, or rests and will. */
async function refuseWorkedOn({ runs }: Workspace, id: RunId, holds: string | null): Promise<void> {
  const other = workedOnBy(holds);
  const run = other === null ? null : await runs.read(other);
  if (other === null || run === null || run.record?.phase.kind === 'ended') return;
  throw refused(
    'in-use',
    `the worktree of run ${shortIdOf(id)} is in use: run ${shortIdOf(other)} works on in it`,
    `End that one first: roundsman cancel ${shortIdOf(other)}`,
  );
}

function discardable({ id, facts, spec, worktree, paths }: SurveyedRun): {
  readonly spec: NonNullable<SurveyedRun['spec']>;
  readonly state: NonNullable<SurveyedRun['worktree']>;
} {
  const short = shortIdOf(id);
  if (facts === null)
    throw refused('nothing-kept', `nothing is kept of the worktree of run ${short}`, '');
  if (facts.endedAt === null)
    throw refused(
      'run-goes-on',
      `run ${short} has not ended`,
      `End it first: roundsman cancel ${short}`,
    );
  if (facts.attendedBy !== null)
    throw refused(
      'in-use',
      `the worktree of run ${short} is in use: ${facts.attendedBy}`,
      'Leave it first.',
    );
  if (spec === null || worktree === null)
    throw refused(
      'worktree-unreadable',
      `there is no record of what the worktree of run ${short} holds, so nothing of it can be put away`,
      `Look into it yourself, and remove it when you are sure: ${paths.folder}`,
    );
  return { spec, state: worktree };
}

function refused(code: string, message: string, hint: string): AppError {
  return new AppError('refused', { code, message, hint });
}
