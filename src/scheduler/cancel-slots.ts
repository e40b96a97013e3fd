/** Taking slots out of the queue before they start. */
import { AppError } from '../words/errors.ts';
import { isFinal, type SlotRecord } from '../words/slot.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

/**
 * Those that wait and are meant: all of a routine, or the one with that key (of one routine, should several have it); also those
 * whose run waits for a worker.
 * @throws AppError `not-found` when none waits
 */
export async function cancelSlots(
  workspace: Workspace,
  request: { readonly routine: string; readonly key: string | null; readonly reason: string },
): Promise<readonly SlotRecord[]> {
  const { routine, key, reason } = request;
  return workspace.locks.admission(async () => {
    const isMeant = ({ routine: of, slot }: SlotRecord): boolean =>
      of === routine && (key === null || slot.key === key);
    const open = await workspace.slots.listOpen();
    const meant = [
      ...open.filter((record) => isMeant(record) && !isFinal(record.state)),
      ...(await withdrawn(workspace, isMeant)),
    ];
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

/** As before their runs were queued. */
async function withdrawn(
  { dispatch, slots }: Workspace,
  isMeant: (record: SlotRecord) => boolean,
): Promise<readonly SlotRecord[]> {
  const found: SlotRecord[] = [];
  for (const { run, routine, key } of (await dispatch?.queue.waiting()) ?? []) {
    const record = await slots.read(routine, key);
    if (record === null || !isMeant(record)) continue;
    if (record.state.kind !== 'started' || record.state.runId !== run) continue;
    // False: a worker has just taken it.
    if ((await dispatch?.queue.withdraw(run)) === true)
      found.push({ ...record, attempts: Math.max(0, record.attempts - 1) });
  }
  return found;
}

function nothingWaits(routine: string, key: string | null): AppError {
  const what = key === null ? '' : ` with the key ${oneLine(key, 120)}`;
  return new AppError('not-found', {
    code: 'slot-unknown',
    message: `no slot of ${oneLine(routine, 80)}${what} waits`,
    hint: 'What waits: roundsman slots',
  });
}
