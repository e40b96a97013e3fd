/** Taking slots out of the queue before they start. */
import { AppError } from '../words/errors.ts';
import { isFinal, type SlotRecord } from '../words/slot.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

/**
 * Those that wait and are meant: all of a routine, or the one with that key (of one routine, should several have it).
 * @throws AppError `not-found` when none waits
 */
export async function cancelSlots(
  workspace: Workspace,
  request: { readonly routine: string; readonly key: string | null; readonly reason: string },
): Promise<readonly SlotRecord[]> {
  const { routine, key, reason } = request;
  return workspace.locks.admission(async () => {
    const open = await workspace.slots.listOpen();
    const meant = open.filter(
      (record) =>
        record.routine === routine &&
        !isFinal(record.state) &&
        (key === null || record.slot.key === key),
    );
    if (meant.length === 0) throw nothingWaits(routine, key);
    const at = workspace.clock.now().toISOString();
    const ended = meant.map((record) => ({
      ...record,
      changedAt: at,
      state: { kind: 'skipped', cause: 'cancelled', reason } as const,
    }));
    await workspace.slots.updateAll(ended);
    return ended;
  });
}

function nothingWaits(routine: string, key: string | null): AppError {
  const what = key === null ? '' : ` with the key ${oneLine(key, 120)}`;
  return new AppError('not-found', {
    code: 'slot-unknown',
    message: `no slot of ${oneLine(routine, 80)}${what} waits`,
    hint: 'What waits: roundsman slots --state queued',
  });
}
