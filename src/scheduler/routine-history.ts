/** Up to when the runs of a routine covered time: where the window of its next one begins. */
import type { RoutineId } from '../words/ids.ts';
import { replayedRun } from '../words/replay.ts';
import type { RunView } from '../words/run.ts';
import type { Slot } from '../words/slot.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { RoutineHistory } from './window-rule.ts';

/**
 * Success: execution succeeded and report valid.
 * @param slot of the run to come: one that makes up for the past continues from what came before its instant
 */
export async function readRoutineHistory(
  workspace: Pick<Workspace, 'runs'>,
  routine: RoutineId,
  slot: Pick<Slot, 'key' | 'scheduledFor'>,
): Promise<RoutineHistory> {
  const { views } = await workspace.runs.listViews({ routine });
  if (!slot.key.startsWith('backfill:')) return routineHistory(views);
  return routineHistory(views.filter(({ window }) => window.to < slot.scheduledFor));
}

/**
 * The furthest end, not that of the newest run: a retry or a backfill of an old slot does not move the window back,
 * and a replay does not move it at all.
 */
export function routineHistory(views: readonly RunView[]): RoutineHistory {
  const ended = views.filter(
    ({ state, result, slot }) =>
      state === 'ended' && result !== null && replayedRun(slot.key) === null,
  );
  const good = ended.filter(
    ({ result }) => result?.execution === 'succeeded' && result.report === 'valid',
  );
  const deployed = good
    .filter(({ slot }) => slot.trigger === 'deployment')
    .map(({ slot }) => slot.scheduledFor);
  return {
    lastRun: furthest(ended.map(({ window }) => window.to)),
    lastSuccess: furthest(good.map(({ window }) => window.to)),
    lastDeploy: furthest(deployed),
  };
}

function furthest(instants: readonly string[]): string | null {
  return instants.toSorted().at(-1) ?? null;
}
