/** Opening a workspace in order to look at its runs: those that lost their supervisor are finished first. */
import type { Workspace } from '../app/contract.ts';
import { finishOrphanedRuns } from '../app/finish-orphaned-runs.ts';
import { openWorkspace } from '../app/open-workspace.ts';
import { plural } from '../domain/text.ts';
import type { CommandCall } from './command.ts';

export async function openAttended(call: CommandCall): Promise<Workspace> {
  const workspace = await openWorkspace(call);
  const count = await finishOrphanedRuns(workspace);
  if (count > 0 && !call.json) {
    call.terminal.err(
      `note: the supervisor of ${plural(count, 'run')} died; what was left is being finished\n`,
    );
  }
  return workspace;
}
