/** Opening a workspace in order to look at its runs: those that lost their supervisor are finished first. */
import { finishOrphanedRuns, formatQuarantine } from '../runtime/finish-orphaned-runs.ts';
import { endOfRestOf } from '../runtime/live-runs.ts';
import { findDaemon } from '../scheduler/ask-daemon.ts';
import type { StoredRun } from '../store/ports.ts';
import { shortIdOf } from '../words/ids.ts';
import { plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { openWorkspace } from '../workspace/open-workspace.ts';
import type { CommandCall } from './command.ts';

export async function openAttended(call: CommandCall): Promise<Workspace> {
  const workspace = await openWorkspace(call);
  const { takenUp, resting, quarantined } = await finishOrphanedRuns(workspace);
  if (call.json) return workspace;
  if (takenUp.length > 0) {
    call.terminal.err(
      `note: the supervisor of ${plural(takenUp.length, 'run')} died; finishing now\n`,
    );
  }
  await tellResting(call, workspace, resting);
  for (const run of quarantined) call.terminal.err(`note: ${formatQuarantine(run)}\n`);
  return workspace;
}

/** Tells of runs whose rest is over and that no daemon continues. */
async function tellResting(
  call: CommandCall,
  workspace: Workspace,
  resting: readonly StoredRun[],
): Promise<void> {
  const now = call.clock.now();
  const due = resting.filter((run) => endOfRestOf(run, now) !== null);
  if (due.length === 0 || (await findDaemon(workspace.location.stateDir)) !== null) return;
  const [first] = due;
  const id = first === undefined ? '' : shortIdOf(first.spec.id);
  call.terminal.err(
    `note: ${plural(due.length, 'run')} could continue, and no daemon is there to see to it (${id}${due.length > 1 ? ', …' : ''}): roundsman start\n`,
  );
}

/** Git is slow to load: only where a run left a branch lately. */
export async function noteMergesLate(workspace: Workspace): Promise<void> {
  const { views } = await workspace.runs.listViews({ parts: true, limit: 100 });
  if (views.every(({ branch }) => branch === null)) return;
  const { noteMerges } = await import('../review/note-merges.ts');
  await noteMerges(workspace);
}
