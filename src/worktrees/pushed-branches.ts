/**
 * The remotes' branches that runs of this workspace pushed, by whatever name. Those that another workspace pushed are not
 * known here.
 */
import type { GitCall } from '../git/git-call.ts';
import { fileProposalStore } from '../store/files/file-proposal-store.ts';
import type { Proposal, PullRequestProposal, PushBranchProposal } from '../words/proposal.ts';

/** As a fetch names them here: `refs/remotes/origin/fix/typo`. */
export async function pushedBranches(git: GitCall, stateDir: string): Promise<ReadonlySet<string>> {
  const pushed = new Set<string>();
  for (const proposal of (await fileProposalStore(stateDir).list()).filter(isTriedPush)) {
    const { remote, ref, tip } = proposal.payload;
    const name = `refs/remotes/${remote}/${ref}`;
    // What failed may have arrived all the same: nobody answered, or only the pull request was refused.
    if (proposal.state === 'applied' || (await holds(git, name, tip))) pushed.add(name);
  }
  return pushed;
}

function isTriedPush(proposal: Proposal): proposal is PushBranchProposal | PullRequestProposal {
  const isPush = proposal.type === 'push-branch' || proposal.type === 'pull-request';
  return isPush && proposal.applying !== undefined;
}

/** A commit that is not known here is in no branch. */
async function holds(git: GitCall, name: string, commit: string): Promise<boolean> {
  const found = await git(['merge-base', '--is-ancestor', commit, name], {
    okExitCodes: [0, 1, 128],
  });
  return found.exitCode === 0;
}
