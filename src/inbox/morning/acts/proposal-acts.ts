import { decideProposals, findProposal } from '../../../connections/requests/decide-proposals.ts';
import { changeProposal } from '../../../connections/requests/edit-proposal.ts';
import { formatChangeFrom } from '../../../ledger/requests/editable-text.ts';
import { AppError } from '../../../words/errors.ts';
import { linkOf } from '../../inbox-entry.ts';
import type { Acted, ActRequest, EntryActs } from '../contract.ts';

export const proposalActs: EntryActs = {
  accept: (request) => decide(request, 'approve'),
  decline: (request) => decide(request, 'decline'),
  edit: async ({ workspace, entry, words, by }) => {
    const id = linkOf(entry, 'proposal');
    const proposal = findProposal(await workspace.proposals.list(), id);
    const change = formatChangeFrom(proposal, words);
    const edited = await changeProposal(workspace, { id, seen: entry.stamp, change, by });
    const said =
      edited.hash === entry.stamp ? `${id} says the same as before` : `edited ${id}; it waits`;
    return { said, undo: null };
  },
};

/** One that was approved and failed, or was cut short, is tried again. */
async function decide(
  { workspace, entry, words, by }: ActRequest,
  wanted: 'approve' | 'decline',
): Promise<Acted> {
  const id = linkOf(entry, 'proposal');
  const { state, applying } = findProposal(await workspace.proposals.list(), id);
  const isOver = state === 'failed' && applying?.asks !== true;
  const isCut = wanted === 'approve' && (state === 'approved' || isOver);
  const [decided] = await decideProposals(workspace, {
    words: [id],
    wholeRuns: false,
    kind: isCut ? 'retry' : wanted,
    reason: words,
    by,
    seen: { [id]: entry.stamp },
  });
  const outcome = decided?.applying?.outcome ?? '';
  if (decided?.state === 'failed') {
    throw new AppError('failed', {
      code: 'not-applied',
      message: `${id} could not be done: ${outcome}`,
      hint: '',
    });
  }
  return {
    said: `${decided?.state ?? ''} ${id}${outcome === '' ? '' : `: ${outcome}`}`,
    undo: null,
  };
}
