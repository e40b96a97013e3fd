/** The level that a run of the routine would have here. */
import type { Routine } from '../../../domain/routine.ts';
import type { Workspace } from '../../contract.ts';
import type { IsolationFound } from './contract.ts';

export async function levelOf(_workspace: Workspace, routine: Routine): Promise<IsolationFound> {
  const asked = routine.workspace.isolation;
  if (asked !== 'auto') return { level: asked, why: '' };
  return { level: 'private', why: 'there is no sandbox in this version' };
}
