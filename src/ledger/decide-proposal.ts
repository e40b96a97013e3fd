/**
 * A person's word on a proposal. An approval binds one content hash; what it stores says that it is to be applied, and
 * `applyProposal` does so. A proposal that was decided stays decided.
 */
import type { Exclusively, FindingStore, ItemStore, ProposalStore } from '../store/ports.ts';
import { AppError } from '../words/errors.ts';
import type { FileItemProposal, Proposal } from '../words/proposal.ts';
import { fingerprintsOf, withVerdict } from './finding-verdict.ts';
import { proposalHash, moveProposal } from './proposal-program.ts';
import { itemStateFor } from './proposal-rules.ts';

export interface DecideProposalRequest {
  readonly proposals: ProposalStore;
  readonly items: ItemStore;
  readonly findings: FindingStore;
  readonly exclusively: Exclusively;
  readonly id: string;
  readonly decision: Decision;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

export type Decision =
  /** `hash`: of the content that the person saw. */
  | { readonly kind: 'approve'; readonly hash: string; readonly reason: string }
  | { readonly kind: 'decline'; readonly reason: string }
  /** One that failed, or whose applying was cut short, is to be applied. */
  | { readonly kind: 'retry' };

/**
 * Throws `not-found`; `refused` when it is decided already, only staged, or not what the person saw;
 * `usage` when it is declined without a reason.
 *
 * Filing an item also accepts the findings that it is for, and declining it dismisses them, unless a person has decided on
 * them already.
 */
export async function decideProposal(request: DecideProposalRequest): Promise<Proposal> {
  const { proposals, decision, id } = request;
  if (decision.kind === 'decline' && decision.reason.trim() === '') throw reasonMissing(id);
  return request.exclusively(async () => {
    const proposal = await proposals.read(id);
    if (proposal === null) throw noSuchProposal(id);
    const decided = decide(proposal, request);
    // The effects first: after a crash between them the proposal still waits, and deciding again repeats them.
    if (decided.type === 'file-item' && decision.kind !== 'retry') {
      if (decided.state === 'declined') await declineItem(request, decided);
      await decideItsFindings(request, decided);
    }
    await proposals.replace(proposal, decided);
    return decided;
  });
}

function decide(proposal: Proposal, { decision, by, at }: DecideProposalRequest): Proposal {
  if (decision.kind === 'retry') return moveProposal(proposal, { kind: 'retry', at });
  const said = { by, at, reason: decision.reason };
  if (decision.kind === 'decline') return moveProposal(proposal, { kind: 'decline', said });
  const is = proposalHash(proposal.type, proposal.payload);
  return moveProposal(proposal, { kind: 'approve', seen: decision.hash, is, said });
}

function reasonMissing(id: string): AppError {
  return new AppError('usage', {
    code: 'reason-missing',
    message: `${id} is declined with a reason: later runs read it`,
    hint: 'Add --reason "…".',
  });
}

export function noSuchProposal(id: string): AppError {
  return new AppError('not-found', {
    code: 'no-such-proposal',
    message: `there is no request ${id}`,
    hint: 'They are listed by: roundsman requests --all',
  });
}

async function declineItem(
  { items }: DecideProposalRequest,
  { id, payload, state }: FileItemProposal,
): Promise<void> {
  const { key, title, body, findings } = payload;
  const item = await items.read(key);
  if (item === null) {
    throw new AppError('refused', {
      code: 'item-gone',
      message: `the item ${key} of ${id} is gone from the store`,
      hint: '',
    });
  }
  await items.replace(item, { ...item, title, body, findings, state: itemStateFor(state) });
}

/** The request and its finding are one thing to a person: no second question. */
async function decideItsFindings(
  { findings, by, at }: DecideProposalRequest,
  { state, routine, payload, decision }: FileItemProposal,
): Promise<void> {
  const ledger = await findings.read(routine);
  const meant = new Set(payload.findings);
  const said = decision?.reason ?? '';
  const reason = state === 'declined' ? `item ${payload.key} was declined: ${said}` : said;
  const kind = state === 'declined' ? 'dismissed' : 'accepted';
  const changed = ledger.findings.map((finding) =>
    fingerprintsOf(finding).some((one) => meant.has(one)) && finding.verdict === null
      ? withVerdict(finding, { kind, reason, by, at, until: null })
      : finding,
  );
  if (changed.some((finding, index) => finding !== ledger.findings[index])) {
    await findings.replace(ledger, { ...ledger, findings: changed });
  }
}
