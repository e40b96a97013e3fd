import type { Proposal, PullRequestProposal, PushBranchProposal } from '../../words/proposal.ts';

/** Whether carrying it out pushes a branch, by itself or with a pull request. */
export function pushesBranch(
  proposal: Proposal,
): proposal is PushBranchProposal | PullRequestProposal {
  return proposal.type === 'push-branch' || proposal.type === 'pull-request';
}
