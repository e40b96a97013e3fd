/**
 * What people decided on findings, proposals, branches and questions, with their reasons, as later runs are told it: newest
 * first, bounded. Pure. The words are people's and agents': untrusted.
 */
import { standingVerdicts } from '../ledger/branch-verdicts.ts';
import { stateAt } from '../ledger/finding-life.ts';
import type { FindingLedger } from '../words/finding.ts';
import type { Item } from '../words/item.ts';
import type { Proposal } from '../words/proposal.ts';
import type { BranchVerdict } from '../words/review/branch-verdict.ts';
import { oneLine } from '../words/text.ts';
import type { ToldVerdict } from './brief-context.ts';

export interface VerdictsRequest {
  readonly ledgers: readonly FindingLedger[];
  readonly proposals: readonly Proposal[];
  readonly items: readonly Item[];
  readonly branches?: readonly BranchVerdict[];
  /** ISO 8601. */
  readonly now: string;
  /** Default: 200. */
  readonly max?: number;
}

const MAX_VERDICTS = 200;
const MAX_TITLE = 200;
const MAX_REASON = 600;

export function verdictsTold(request: VerdictsRequest): readonly ToldVerdict[] {
  const { ledgers, proposals, items, branches = [], now, max = MAX_VERDICTS } = request;
  return [
    ...ledgers.flatMap((ledger) => onFindings(ledger, now)),
    ...proposals.flatMap(onProposal),
    ...items.flatMap(onItem),
    // That a newer branch took its place says nothing of it.
    ...standingVerdicts(branches)
      .filter(({ kind }) => kind !== 'replaced')
      .map(onBranch),
  ]
    .toSorted(newestFirst)
    .slice(0, max);
}

/** A snooze that is over has no effect, but is still listed. */
function onFindings(ledger: FindingLedger, now: string): readonly ToldVerdict[] {
  return ledger.findings.flatMap((finding) => {
    const { verdict, title, fingerprint, routine } = finding;
    if (verdict === null) return [];
    const over = verdict.kind === 'snoozed' && stateAt(finding, now) !== 'snoozed';
    return told({
      about: 'finding',
      id: fingerprint,
      title,
      verdict: over ? 'snooze over, counts again' : verdict.kind,
      reason: verdict.reason,
      by: verdict.by,
      at: verdict.at,
      until: verdict.until,
      routine,
    });
  });
}

/** What the routine's own limits refused, no person decided. */
function onProposal(proposal: Proposal): readonly ToldVerdict[] {
  const { state, decision, routine } = proposal;
  if (decision === null || (state !== 'applied' && state !== 'declined')) return [];
  return told({
    about: 'proposal',
    id: proposal.type === 'file-item' ? proposal.payload.key : proposal.id,
    title: proposal.type === 'file-item' ? proposal.payload.title : proposal.summary,
    verdict: state === 'applied' ? 'approved' : 'declined',
    reason: decision.reason,
    by: decision.by,
    at: decision.at,
    until: null,
    routine,
  });
}

function onItem({ key, title, closed, routine }: Item): readonly ToldVerdict[] {
  if (closed === null || closed === undefined || closed.isVerdict === false) return [];
  return told({
    about: 'proposal',
    id: key,
    title,
    verdict: `closed as ${closed.how}`,
    reason: closed.reason,
    by: closed.by,
    at: closed.at,
    until: null,
    routine,
  });
}

function onBranch({ branch, title, kind, reason, by, at, routine }: BranchVerdict): ToldVerdict {
  const [verdict] = told({
    about: 'branch',
    id: branch,
    title,
    verdict: kind,
    reason,
    by,
    at,
    until: null,
    routine,
  });
  return verdict;
}

function told(verdict: ToldVerdict): readonly [ToldVerdict] {
  const title = oneLine(verdict.title, MAX_TITLE);
  return [
    { ...verdict, title, reason: oneLine(verdict.reason, MAX_REASON), by: oneLine(verdict.by, 80) },
  ];
}

/** Of one instant by what it is about, so that the same is always told the same. */
function newestFirst(a: ToldVerdict, b: ToldVerdict): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  const [one, other] = [`${a.about} ${a.id}`, `${b.about} ${b.id}`];
  return one === other ? 0 : one < other ? -1 : 1;
}
