/** Makes worktrees ready for the next runs, below the priority of whatever else runs. */
import { lowerPriority } from '../../platform/priority.ts';
import { onSignals } from '../../platform/terminal.ts';
import { readActiveRoutines } from '../../routines/active-routines.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { keepSpares, type SparesReport } from '../../worktrees/spares/keep-spares.ts';

export async function spares(workspace: Workspace): Promise<SparesReport> {
  lowerPriority();
  const { location, gitEnv, clock } = workspace;
  const { daemon, diskFloorBytes: floorBytes } = await readActiveRoutines(workspace);
  // git would go on with a checkout that the daemon wants to end.
  const ended = new AbortController();
  const forget = onSignals({ SIGTERM: () => ended.abort() });
  try {
    return await keepSpares({
      workspace: location,
      gitEnv,
      clock,
      signal: ended.signal,
      count: daemon.spares,
      floorBytes,
    });
  } finally {
    forget();
  }
}
