/** What follows once a branch was discarded or split. Safe to repeat. */
import type { DiscardedBranch } from '../../../domain/review/discarded-branch.ts';
import { expirePushes } from '../../outbox/expire-pushes.ts';
import { partRefs, type Desk } from './desk.ts';
import { dropOwnRefs } from './drop-own-refs.ts';
import { writeVerdicts } from './write-verdicts.ts';

export async function finishDiscard(desk: Desk, record: DiscardedBranch): Promise<DiscardedBranch> {
  const { branch, tip, reason, by, at, into } = record;
  const told = { branch, tip, reason, by, at };
  await writeVerdicts(desk, [
    into === undefined ? { ...told, kind: 'discarded' } : { ...told, kind: 'split', into },
  ]);
  await desk.probe(into === undefined ? 'discard/verdicts-written' : 'split/verdict-written');
  await dropOwnRefs(desk, partRefs(record));
  await expirePushes(desk.workspace, record);
  const discarded: DiscardedBranch = { ...record, state: 'discarded' };
  await desk.workspace.review.discarded.write(discarded);
  return discarded;
}
