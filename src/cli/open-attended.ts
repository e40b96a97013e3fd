/** Opening a workspace in order to look at its runs: those that lost their supervisor are finished first. */
import type { Workspace } from '../app/contract.ts';
import { finishOrphanedRuns } from '../app/finish-orphaned-runs.ts';
import { openWorkspace } from '../app/open-workspace.ts';
import { quarantineWords } from '../app/quarantine-runs.ts';
import { plural } from '../domain/text.ts';
import type { CommandCall } from './command.ts';

export async function openAttended(call: CommandCall): Promise<Workspace> {
  const workspace = await openWorkspace(call);
  const { takenUp, quarantined } = await finishOrphanedRuns(workspace);
  if (call.json) return workspace;
  if (takenUp.length > 0) {
    call.terminal.err(
      `note: the supervisor of ${plural(takenUp.length, 'run')} died; what was left is being finished\n`,
    );
  }
  for (const run of quarantined) call.terminal.err(`note: ${quarantineWords(run)}\n`);
  return workspace;
}
