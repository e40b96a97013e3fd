/** The level that a run of the routine would have here; throws `missing` for one that cannot be had. */
import { decideLevel } from '../../../sandbox/decide-level.ts';
import type { Routine } from '../../../words/routine.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import type { IsolationFound } from './contract.ts';

export async function levelOf(workspace: Workspace, routine: Routine): Promise<IsolationFound> {
  const { location, env, clock } = workspace;
  const search = { workspace: location, env, clock };
  const { level, sandbox, notice } = await decideLevel(routine.workspace.isolation, search);
  return { level, sandbox, notice };
}
