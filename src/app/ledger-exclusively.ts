import { withLock } from '../platform/lock.ts';
import type { Exclusively } from '../store/ports.ts';
import { workspacePaths } from '../store/state-paths.ts';
import type { Workspace } from './contract.ts';

const WAIT_MS = 10_000;

/** One at a time, across processes, for what changes findings, items and proposals. */
export function ledgerExclusively(workspace: Pick<Workspace, 'location' | 'clock'>): Exclusively {
  const path = workspacePaths(workspace.location.stateDir).ledgerLock;
  return (work) => withLock({ path, clock: workspace.clock, waitMs: WAIT_MS }, work);
}
