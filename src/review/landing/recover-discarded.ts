/** Discarding and restoring are one stroke on refs each; what comes before and after is told from where the refs are. */
import { updateRefs } from '../../git/update-refs.ts';
import { removeTree } from '../../platform/files.ts';
import type { DiscardedBranch } from '../../words/review/discarded-branch.ts';
import { isOfHere } from '../fleet/machine-of.ts';
import { discardedRef, partRefs, type Desk } from './desk.ts';
import { dropOwnRefs } from './drop-own-refs.ts';
import { finishDiscard } from './finish-discard.ts';
import { finishRestore } from './finish-restore.ts';
import { tipOf } from './place-of-target.ts';
import { scratchFolder } from './scratch.ts';

/** Sentences on what was found and done. */
export async function recoverDiscarded(desk: Desk): Promise<readonly string[]> {
  const told: string[] = [];
  for (const record of await desk.workspace.review.discarded.list()) {
    if (!isOfHere(desk.workspace, record)) continue;
    const words = await recover(desk, record);
    if (words !== null) told.push(words);
  }
  return told;
}

async function recover(desk: Desk, record: DiscardedBranch): Promise<string | null> {
  if (record.state === 'restored') return null;
  const kept = await tipOf(desk, discardedRef(record.id));
  if (record.state === 'discarded') {
    // Its time may be over as well: then the branch is not there either.
    if (kept !== null || (await tipOf(desk, `refs/heads/${record.branch}`)) !== record.tip)
      return null;
    await finishRestore(desk, record);
    return `restoring ${record.branch} was cut short: it is back`;
  }
  if (kept !== null) {
    await completeStroke(desk, record);
    await finishDiscard(desk, record);
    return record.replacedBy === undefined
      ? `discarding ${record.branch} was cut short: it is discarded`
      : `replacing ${record.branch} was cut short: ${record.replacedBy.branch} has its place`;
  }
  await dropOwnRefs(desk, partRefs(record));
  await removeTree(scratchFolder(desk, record.id));
  await desk.workspace.review.discarded.write({ ...record, state: 'restored' });
  const what = record.replacedBy === undefined ? 'discarding' : 'replacing';
  return `${what} ${record.branch} was cut short: it is as before`;
}

/** Refs that are files change one after the other: what is new comes before what goes. */
async function completeStroke(
  desk: Desk,
  { branch, tip, into = [] }: DiscardedBranch,
): Promise<void> {
  for (const part of into) {
    const ref = `refs/heads/${part.branch}`;
    if ((await tipOf(desk, ref)) === null)
      await updateRefs(desk.git, [{ kind: 'create', ref, to: part.tip }]);
  }
  const ref = `refs/heads/${branch}`;
  if ((await tipOf(desk, ref)) === tip)
    await updateRefs(desk.git, [{ kind: 'delete', ref, from: tip }]);
}
