/** What follows once a branch was discarded, split or replaced. Safe to repeat. */
import { moveProposal } from '../../ledger/proposal-program.ts';
import { pushesBranch } from '../../ledger/push-rules.ts';
import type { Proposal } from '../../words/proposal.ts';
import { type DiscardedBranch, decidedBranches } from '../../words/review/branch-verdict.ts';
import {
  type LandingProbePoint,
  partRefs,
  type BranchDesk,
  dropOwnRefs,
  type Desk,
} from './desk.ts';
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

// What follows once a discarded branch is back. Safe to repeat.
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

// Pushes and pull requests that wait for a yes go with their branch, and come back with it.

/** Declines proposals without a decision. Idempotent. */
async function expirePushes(
  workspace: BranchDesk['workspace'],
  gone: DiscardedBranch,
): Promise<void> {
  const { by, at } = gone;
  const said = { by, at, reason: reasonOf(gone) };
  await changePushes(workspace, gone, (proposal) =>
    ['held', 'staged', 'failed'].includes(proposal.state)
      ? moveProposal(proposal, { kind: 'decline', said })
      : proposal,
  );
}

/** Only what `expirePushes` declined waits again. */
async function renewPushes(
  workspace: BranchDesk['workspace'],
  back: DiscardedBranch,
): Promise<void> {
  await changePushes(workspace, back, (proposal) => {
    const { state, decision, mode } = proposal;
    const isOurs =
      state === 'declined' && decision?.at === back.at && decision.reason === reasonOf(back);
    if (!isOurs) return proposal;
    return { ...proposal, state: mode === 'staged' ? 'staged' : 'held', decision: null };
  });
}

function reasonOf({ reason, into, replacedBy }: DiscardedBranch): string {
  const why = reason === '' ? '' : `: ${reason}`;
  if (replacedBy !== undefined) return `its branch was replaced${why}`;
  return `its branch was ${into === undefined ? 'discarded' : 'split'}${why}`;
}

async function changePushes(
  { proposals, locks }: BranchDesk['workspace'],
  { branch, tip }: DiscardedBranch,
  change: (proposal: Proposal) => Proposal,
): Promise<void> {
  const isMeant = (proposal: Proposal): boolean =>
    pushesBranch(proposal) && proposal.payload.branch === branch && proposal.payload.tip === tip;
  if (!(await proposals.list()).some(isMeant)) return;
  await locks.ledger(async () => {
    for (const proposal of (await proposals.list()).filter(isMeant)) {
      const changed = change(proposal);
      if (changed !== proposal) await proposals.replace(proposal, changed);
    }
  });
}
