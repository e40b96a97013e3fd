/** Up to when the runs of a routine covered time: where the window of its next one begins. */
import { replayedRun } from '../words/replay.ts';
import type { Routine } from '../words/routine.ts';
import type { RunView } from '../words/run.ts';
import type { Slot } from '../words/slot.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { RoutineHistory } from './window-rule.ts';

/** What covered most is among so many of the newest, as a rule. */
const RECENT = 500;
const NONE: RoutineHistory = { lastRun: null, lastSuccess: null, lastDeploy: null };

/**
 * Success: execution succeeded and report valid. Empty where the routine's window does not ask for it.
 * @param slot of the run to come: one that makes up for the past continues from what came before its instant
 */
export async function readRoutineHistory(
  { runs }: Pick<Workspace, 'runs'>,
  { id, window: rule }: Pick<Routine, 'id' | 'window'>,
  slot: Pick<Slot, 'key' | 'scheduledFor'>,
): Promise<RoutineHistory> {
  if (rule.kind !== 'since') return NONE;
  const isBackfill = slot.key.startsWith('backfill:');
  const isBefore = ({ window }: RunView): boolean => !isBackfill || window.to < slot.scheduledFor;
  const { views } = await runs.listViews({ routine: id, limit: RECENT });
  const recent = routineHistory(views.filter(isBefore));
  const found = rule.since === 'last-deploy' ? recent.lastDeploy : recent.lastSuccess;
  if (found !== null || views.length < RECENT) return recent;
  const every = await runs.listViews({ routine: id });
  return routineHistory(every.views.filter(isBefore));
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
