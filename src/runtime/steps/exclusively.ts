import { withLock } from '../../platform/lock.ts';
import type { Exclusively } from '../../store/ports.ts';
import { workspacePaths } from '../../store/state-paths.ts';
import type { StepContext } from './step-context.ts';

const WAIT_MS = 60_000;

/** Findings, items and proposals are changed by one process at a time. */
export function exclusively({ spec, clock }: StepContext): Exclusively {
  const path = workspacePaths(spec.workspace.stateDir).ledgerLock;
  return (work) => withLock({ path, clock, waitMs: WAIT_MS }, work);
}
