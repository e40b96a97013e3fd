/** How a routine did lately. */
import type { RoutineId } from '../words/ids.ts';
import { wentWell } from '../words/run-outcome.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface RoutineFigures {
  /** Newest first. */
  readonly runs: readonly RunView[];
  /** Of those, the ones that ended and were not skipped, and of these the ones that went well. */
  readonly ended: number;
  readonly succeeded: number;
}

const NEWEST = 60;

export async function routineFigures(
  { runs }: Pick<Workspace, 'runs'>,
  routine: RoutineId,
): Promise<RoutineFigures> {
  const { views } = await runs.listViews({ routine, limit: NEWEST });
  const ended = views.filter(({ state, skipped }) => state === 'ended' && skipped === null);
  return { runs: views, ended: ended.length, succeeded: ended.filter(wentWell).length };
}
