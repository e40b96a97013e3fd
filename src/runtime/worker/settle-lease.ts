/** A run of a fleet has ended: its record goes to the others, and its lease back when its worker is gone. */
import { systemClock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { isAlive } from '../../platform/process-identity.ts';
import { openChosenStores } from '../../store/open-stores.ts';
import { LEASE_LOST, readLease, removeLease } from '../../store/run-folder/lease-file.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunRecord } from '../../words/run.ts';

/** Nothing for a run without a lease. Throws what the database throws: its worker, or time, does the rest. */
export async function settleLease(
  { id, workspace }: Pick<RunSpec, 'id' | 'workspace'>,
  { failure }: Pick<RunRecord, 'failure'>,
): Promise<void> {
  const { stateDir } = workspace;
  const lease = await readLease(stateDir, id);
  if (lease === null) return;
  const { runs, dispatch } = await openChosenStores({
    location: workspace,
    clock: systemClock,
    env: readEnvironment(),
  });
  try {
    // Copies what changed into rows.
    await runs.listIds();
    // It gives the lease back as it sees the end: loading a queue for that here is most of what the end of a run costs.
    if (isAlive(lease.worker)) return;
    await dispatch?.queue.settle(lease, failure?.code === LEASE_LOST ? 'lost' : 'ended');
    await removeLease(stateDir, id);
  } finally {
    await dispatch?.close();
  }
}
