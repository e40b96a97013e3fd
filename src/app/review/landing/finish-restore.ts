/** What follows once a discarded branch is back. Safe to repeat. */
import { decidedBranches } from '../../../domain/review/decided-branches.ts';
import type { DiscardedBranch } from '../../../domain/review/discarded-branch.ts';
import { writeVerdicts } from '../../../review/landing/write-verdicts.ts';
import { renewPushes } from '../../../review/push/expire-pushes.ts';
import type { Desk } from './desk.ts';

/* oxlint-disable-next-line eslint/max-params -- a record, and who */
export async function finishRestore(
  desk: Desk,
  record: DiscardedBranch,
  by: string = record.by,
): Promise<DiscardedBranch> {
  const { branch, tip } = record;
  const { review, clock } = desk.workspace;
  const before = decidedBranches(await review.verdicts.list()).get(branch)?.verdict;
  const at = clock.now().toISOString();
  if (before?.kind !== 'restored' || before.tip !== tip)
    await writeVerdicts(desk, [{ kind: 'restored', branch, tip, reason: '', by, at }]);
  await desk.probe('restore/verdict-written');
  await renewPushes(desk.workspace, record);
  const restored: DiscardedBranch = { ...record, state: 'restored' };
  await review.discarded.write(restored);
  return restored;
}
