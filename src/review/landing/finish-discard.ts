/** What follows once a branch was discarded, split or replaced. Safe to repeat. */
import type { DiscardedBranch } from '../../words/review/discarded-branch.ts';
import { expirePushes } from '../expire-pushes.ts';
import type { LandingProbePoint } from '../landing-probe.ts';
import { partRefs, type BranchDesk } from './branch-desk.ts';
import { dropOwnRefs } from './drop-own-refs.ts';
import { writeVerdicts, type NewVerdict } from './write-verdicts.ts';

export async function finishDiscard(
  desk: BranchDesk,
  record: DiscardedBranch,
): Promise<DiscardedBranch> {
  const { replacedBy } = record;
  await writeVerdicts(desk, [verdictOf(record)]);
  await desk.probe(pointOf(record));
  if (replacedBy !== undefined) await takeComments(desk, record.branch, replacedBy.branch);
  await dropOwnRefs(desk, partRefs(record));
  await expirePushes(desk.workspace, record);
  const discarded: DiscardedBranch = { ...record, state: 'discarded' };
  await desk.workspace.review.discarded.write(discarded);
  return discarded;
}

function pointOf({ into, replacedBy }: DiscardedBranch): LandingProbePoint {
  if (replacedBy !== undefined) return 'replace/verdict-written';
  return into === undefined ? 'discard/verdicts-written' : 'split/verdict-written';
}

function verdictOf({ branch, tip, reason, by, at, into, replacedBy }: DiscardedBranch): NewVerdict {
  const told = { branch, tip, reason, by, at };
  if (replacedBy !== undefined) return { ...told, kind: 'replaced', into: [replacedBy] };
  return into === undefined ? { ...told, kind: 'discarded' } : { ...told, kind: 'split', into };
}

/** What a person said of it is not lost with it: it is shown, found again and sent with what took its place. */
async function takeComments({ workspace }: BranchDesk, from: string, to: string): Promise<void> {
  const { comments } = workspace.review;
  for (const comment of await comments.list())
    if (comment.branch === from) await comments.replace(comment, { ...comment, branch: to });
}
