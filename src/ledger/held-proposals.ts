import type { RunId } from '../words/ids.ts';
import type { Proposal } from '../words/proposal.ts';
import type { Workspace } from '../workspace/contract.ts';

/** The proposals of a run that wait for a decision. */
export async function heldProposals(
  workspace: Workspace,
  run: RunId,
): Promise<readonly Proposal[]> {
  const proposals = await workspace.proposals.list();
  return proposals.filter((one) => one.run === run && one.state === 'held');
}
