/**
 * A person's word on a proposal. An approval binds one content hash and takes effect once; a proposal that was
 * decided stays decided.
 */
import { AppError } from '../domain/errors.ts';
import { fingerprintsOf } from '../domain/finding-history.ts';
import { withVerdict } from '../domain/finding-verdict.ts';
import { itemStateFor } from '../domain/proposal-rules.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { Exclusively, FindingStore, ItemStore, ProposalStore } from '../store/ports.ts';
import { proposalHash } from './proposal-hash.ts';

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
  | { readonly kind: 'decline'; readonly reason: string };

/**
 * Throws `not-found`; `refused` when it is decided already, only staged, or not what the person saw;
 * `usage` when it is declined without a reason.
 *
 * Declining also dismisses the findings that it was for, unless a person has spoken on them already: else the
 * next run would propose the same again. `findings accept` takes that back.
 */
export async function decideProposal(request: DecideProposalRequest): Promise<Proposal> {
  const { proposals, decision, id, by, at } = request;
  if (decision.kind === 'decline' && decision.reason.trim() === '') {
    throw new AppError('usage', {
      code: 'reason-missing',
      message: `${id} is declined with a reason: later runs read it`,
      hint: 'Add --reason "…".',
    });
  }
  return request.exclusively(async () => {
    const proposal = await proposals.read(id);
    if (proposal === null) throw noSuchProposal(id);
    refuseUndecidable(proposal, decision);
    const decided: Proposal = {
      ...proposal,
      state: decision.kind === 'approve' ? 'applied' : 'declined',
      decision: { by, at, reason: decision.reason },
    };
    // The effects first: after a crash between them the proposal still waits, and deciding again repeats them.
    await moveItem(request, decided);
    if (decision.kind === 'decline') await dismissFindings(request, decided);
    await proposals.write(decided);
    return decided;
  });
}

function refuseUndecidable(proposal: Proposal, decision: Decision): void {
  const { id, state } = proposal;
  if (state === 'applied' || state === 'declined' || state === 'refused')
    throw alreadyDecided(proposal);
  if (decision.kind === 'decline') return;
  if (state === 'staged') {
    throw new AppError('refused', {
      code: 'only-staged',
      message: `${id} is only staged: its routine shows what it would do and never does it`,
      hint: 'Set outputs.mode to review in the routine to have later ones held.',
    });
  }
  const now = proposalHash(proposal.type, proposal.payload);
  if (now === proposal.hash && now === decision.hash) return;
  throw new AppError('refused', {
    code: 'changed-since',
    message: `${id} has changed since it was looked at: ${decision.hash.slice(0, 12)} was approved, ${now.slice(0, 12)} is there`,
    hint: `Look again: roundsman outbox show ${id}`,
  });
}

function alreadyDecided({ id, state, decision }: Proposal): AppError {
  const who = decision === null ? '' : ` by ${decision.by} on ${decision.at}`;
  const why = decision === null || decision.reason === '' ? '' : ` (${decision.reason})`;
  return new AppError('refused', {
    code: 'already-decided',
    message: `${id} was ${state}${who}${why}`,
    hint: '',
  });
}

function noSuchProposal(id: string): AppError {
  return new AppError('not-found', {
    code: 'no-such-proposal',
    message: `there is no proposal ${id}`,
    hint: 'They are listed by: roundsman outbox --all',
  });
}

async function moveItem({ items }: DecideProposalRequest, decided: Proposal): Promise<void> {
  const { payload } = decided;
  const item = await items.read(payload.key);
  if (item === null) {
    throw new AppError('refused', {
      code: 'item-gone',
      message: `the item ${payload.key} of ${decided.id} is gone from the store`,
      hint: '',
    });
  }
  const { title, body, findings } = payload;
  await items.write({ ...item, title, body, findings, state: itemStateFor(decided.state) });
}

async function dismissFindings(
  { findings, by, at }: DecideProposalRequest,
  decided: Proposal,
): Promise<void> {
  const ledger = await findings.read(decided.routine);
  const meant = new Set(decided.payload.findings);
  const reason = `item ${decided.payload.key} was declined: ${decided.decision?.reason ?? ''}`;
  const changed = ledger.findings.map((finding) =>
    fingerprintsOf(finding).some((one) => meant.has(one)) && finding.verdict === null
      ? withVerdict(finding, { kind: 'dismissed', reason, by, at, until: null })
      : finding,
  );
  if (changed.some((finding, index) => finding !== ledger.findings[index])) {
    await findings.write({ ...ledger, findings: changed });
  }
}
