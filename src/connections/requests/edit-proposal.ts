import { pushesBranch } from '../../ledger/requests/pushes-branch.ts';
import { ledgerLock } from '../../store/files/ledger-lock.ts';
import type { Proposal, PullRequestProposal, PushBranchProposal } from '../../words/proposal.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { findProposal } from './decide-proposals.ts';
import { reviseProposal, type ProposalChange } from './revise-proposal.ts';

export interface ProposalEdit {
  /** As typed. */
  readonly id: string;
  /** Of the content that the person had before them; `null`: what is there now. */
  readonly seen: string | null;
  readonly change: ProposalChange;
  readonly by: string;
}

/** A version more, which nobody has approved. Of a push or pull request it takes its branch as that stands now. */
export async function changeProposal(workspace: Workspace, edit: ProposalEdit): Promise<Proposal> {
  const { proposals, items, location, clock } = workspace;
  const proposal = findProposal(await proposals.list(), edit.id);
  const here = pushesBranch(proposal) ? await pushHere(workspace, proposal) : NOTHING;
  return reviseProposal({
    proposals,
    items,
    exclusively: ledgerLock(location.stateDir, clock),
    id: proposal.id,
    seen: edit.seen ?? proposal.hash,
    change: edit.change,
    ...here,
    by: edit.by,
    at: clock.now().toISOString(),
  });
}

const NOTHING = { tip: null, defaults: [] } as const;

/** Git is slow to load, and items do without. */
async function pushHere(
  workspace: Workspace,
  proposal: PushBranchProposal | PullRequestProposal,
): Promise<Pick<Parameters<typeof reviseProposal>[0], 'tip' | 'defaults'>> {
  const [{ pushRules }, { pushPlace }, { resolveCommit }, { gitIn }] = await Promise.all([
    import('../push/push-proposal.ts'),
    import('./push-place.ts'),
    import('../../git/resolve-commit.ts'),
    import('../../git/git-call.ts'),
  ]);
  const place = pushPlace(workspace);
  const { branch } = proposal.payload;
  return {
    tip: await resolveCommit(gitIn(place.repository), `refs/heads/${branch}`),
    defaults: (await pushRules(proposal, place)).defaults,
  };
}
