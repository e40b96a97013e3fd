/** Pushes and pull requests that wait for a yes go with their branch, and come back with it. */
import { moveProposal } from '../ledger/proposal-program.ts';
import { pushesBranch } from '../ledger/requests/pushes-branch.ts';
import type { Proposal } from '../words/proposal.ts';
import type { DiscardedBranch } from '../words/review/discarded-branch.ts';
import type { BranchDesk } from './landing/branch-desk.ts';

/** Declines proposals without a decision. Idempotent. */
export async function expirePushes(
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
export async function renewPushes(
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
