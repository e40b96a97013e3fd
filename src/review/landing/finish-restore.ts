/** What follows once a discarded branch is back. Safe to repeat. */
import { decidedBranches } from '../../words/review/decided-branches.ts';
import type { DiscardedBranch } from '../../words/review/discarded-branch.ts';
import { renewPushes } from '../expire-pushes.ts';
import type { Desk } from './desk.ts';
import { writeVerdicts } from './write-verdicts.ts';

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
