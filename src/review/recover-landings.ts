/** Recovery before a new operation: finishes or reverts the landings and deletions that a crash interrupted. */
import { asAppError } from '../words/errors.ts';
import type { Workspace } from '../workspace/contract.ts';
import { alone, openDesk } from './landing/desk.ts';
import { needsRecovery } from './landing/needs-recovery.ts';
import { recoverAll } from './landing/recover-all.ts';

/** Short, as the process that holds the lock recovers too. */
const WAIT_MS = 200;

/** Sentences on what was found and done. Costs two lists of records and one of refs where nothing is to be done. */
export async function recoverLandings(workspace: Workspace): Promise<readonly string[]> {
  const desk = openDesk(workspace);
  if (!(await needsRecovery(desk))) return [];
  try {
    return await alone(workspace, () => recoverAll(desk), WAIT_MS);
  } catch (thrown) {
    if (asAppError(thrown).reason === 'landing-under-way') return [];
    throw thrown;
  }
}
