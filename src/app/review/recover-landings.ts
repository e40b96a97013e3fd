/** For whoever begins something: what a crash left of landings and the like is finished or taken back. */
import type { Workspace } from '../contract.ts';
import { alone, openDesk } from './landing/desk.ts';
import { needsRecovery } from './landing/needs-recovery.ts';
import { recoverAll } from './landing/recover-all.ts';

/** Sentences on what was found and done. Costs two lists of records where nothing is to be done. */
export async function recoverLandings(workspace: Workspace): Promise<readonly string[]> {
  const desk = openDesk(workspace);
  if (!(await needsRecovery(workspace))) return [];
  return alone(workspace, () => recoverAll(desk));
}
