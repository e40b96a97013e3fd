/** What is left of a run once it is over: worktrees are kept as long as the routine says, then removed. */
import { inspectPath, readTextIfThere } from '../../platform/files.ts';
import { parseIdentity, takeLock } from '../../platform/lock.ts';
import { isAlive } from '../../platform/process-identity.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { cleanUp } from '../../worktrees/clean-up.ts';
import { releaseRunRepository, type RunEnd } from '../../worktrees/release-run-repository.ts';
import { isGood } from '../../worktrees/survey-runs.ts';
import { emptyTrash } from '../../worktrees/tombstone.ts';
import { sortUnfinished } from '../live-runs.ts';
import { type StepContext, worktreeRequest } from './step-context.ts';

/** Files that go right after a run by hand: some tenths of a second. The rest is for later. */
const MOST_AFTER_A_RUN = 5_000;
const BATCH = 500;

/** Returns notices. Safe to repeat. */
export async function release(context: StepContext): Promise<readonly string[]> {
  return releaseRunRepository(worktreeRequest(context), { result: endOf(context) });
}

/**
 * Where no daemon sees to it, what ran out is condemned after a run, never before one; and of the files as many go as
 * do no harm, while nothing else is about to start: removing many makes the next checkout slow.
 */
export async function removeExpired(context: StepContext): Promise<void> {
  const { spec, gitEnv, clock } = context;
  const { cleanUpLock, daemonLock, runs } = machinePaths(spec.workspace.stateDir);
  if (await isHeld(daemonLock)) return;
  const lock = await takeLock({ path: cleanUpLock, clock }, {});
  // Another process is cleaning up.
  if (lock.kind === 'held') return;
  try {
    await cleanUp({ spec, gitEnv, clock });
    if (await othersGoOn(context)) return;
    const before = (await inspectPath(runs))?.mtimeMs;
    await emptyTrash(
      { workspace: spec.workspace, gitEnv, clock },
      {
        batch: BATCH,
        restMs: 0,
        most: MOST_AFTER_A_RUN,
        mayGoOn: async () => (await inspectPath(runs))?.mtimeMs === before,
      },
    );
  } finally {
    await lock.release();
  }
}

async function isHeld(lock: string): Promise<boolean> {
  const holder = parseIdentity(await readTextIfThere(lock));
  return holder !== null && isAlive(holder);
}

async function othersGoOn({ runs, spec }: StepContext): Promise<boolean> {
  const { live } = sortUnfinished(await runs.listUnfinished());
  return live.some((run) => run.spec.id !== spec.id);
}

function endOf({ record }: StepContext): RunEnd['result'] {
  return isGood(record) ? 'success' : 'failure';
}
