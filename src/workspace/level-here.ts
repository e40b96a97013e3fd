import { decideLevel } from '../sandbox/decide-level.ts';
import { AppError } from '../words/errors.ts';
import type { IsolationLevel, Routine } from '../words/routine.ts';
import type { Workspace } from './contract.ts';

/** What runs of a routine would have here and now; `null` when what it asks for cannot be had, so that none would start. */
export async function levelHere(
  workspace: Workspace,
  routine: Routine,
): Promise<IsolationLevel | null> {
  const search = { ...workspace, workspace: workspace.location };
  try {
    return (await decideLevel(routine.workspace.isolation, search)).level;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.reason === 'sandbox-missing') return null;
    throw thrown;
  }
}
