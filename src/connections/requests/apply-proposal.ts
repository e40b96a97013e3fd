/**
 * Carries out an approved proposal: once, no matter which process tries and how often it is cut short. The record says
 * `approved` before anything outside happens; each effect checks by itself whether it is already done.
 */
import { moveProposal } from '../../ledger/proposal-program.ts';
import { itemStateFor } from '../../ledger/proposal-rules.ts';
import type { Exclusively, ItemStore, ProposalStore } from '../../store/ports.ts';
import { assertNever } from '../../words/errors.ts';
import type {
  FileItemProposal,
  ItemActProposal,
  Proposal,
  PullRequestProposal,
  PushBranchProposal,
} from '../../words/proposal.ts';
import type { Applied } from '../push/push-branch.ts';
import { changeItemHere } from './change-item-here.ts';

export interface ApplyProposalRequest {
  readonly proposals: ProposalStore;
  readonly items: ItemStore;
  readonly exclusively: Exclusively;
  readonly id: string;
  /** ISO 8601. */
  readonly now: () => string;
  /** Takes as long as a remote takes: outside of the lock. */
  readonly push: (proposal: PushBranchProposal) => Promise<Applied>;
  readonly pullRequest: (proposal: PullRequestProposal) => Promise<Applied>;
  /** What goes to an issue, with the item that it stands for. The same. */
  readonly track: (proposal: FileItemProposal | ItemActProposal) => Promise<Applied>;
}

/** As it is then: `applied`, or `failed` with why. One that is not approved is left as it is; `null`: there is none. */
export async function applyProposal(request: ApplyProposalRequest): Promise<Proposal | null> {
  const { proposals, id, exclusively } = request;
  const proposal = await proposals.read(id);
  if (proposal?.state !== 'approved') return proposal;
  const applied = await effectOf(proposal, request);
  return exclusively(async () => {
    const now = await proposals.read(id);
    // Another process that applied it has written the outcome.
    if (now?.state !== 'approved' || now.hash !== proposal.hash) return now;
    const moved = moveProposal(now, { ...applied, at: request.now() });
    await proposals.replace(now, moved);
    return moved;
  });
}

async function effectOf(proposal: Proposal, request: ApplyProposalRequest): Promise<Applied> {
  switch (proposal.type) {
    case 'file-item':
      return proposal.payload.tracker === undefined
        ? request.exclusively(() => openItem(proposal, request.items))
        : request.track(proposal);
    case 'comment':
    case 'update-item':
    case 'close-item':
      return proposal.payload.issue === undefined
        ? request.exclusively(() => changeItemHere(proposal, request))
        : request.track(proposal);
    case 'push-branch':
      return request.push(proposal);
    case 'pull-request':
      return request.pullRequest(proposal);
    default:
      return assertNever(proposal);
  }
}

/** What a person did with the item since stays: only one that still waits is opened. */
async function openItem({ payload }: FileItemProposal, items: ItemStore): Promise<Applied> {
  const { key, title, body, findings } = payload;
  const item = await items.read(key);
  if (item === null) return { kind: 'failed', outcome: `the item ${key} is gone from the store` };
  if (item.state !== 'open' && item.state !== 'closed') {
    await items.replace(item, { ...item, title, body, findings, state: itemStateFor('applied') });
  }
  return { kind: 'applied', outcome: `${key} is filed` };
}
