/** A proposal with all that a person needs in order to decide on it: where it comes from, what would happen, what is like it. */
import { likeTitles } from '../../ledger/findings/like-titles.ts';
import { isWaiting } from '../../ledger/proposal-rules.ts';
import { pushesBranch } from '../../ledger/push-rules.ts';
import { riskFactsOf, riskFlags } from '../../sandbox/risk.ts';
import type { Proposal } from '../../words/proposal.ts';
import { toRunView } from '../../words/run-view.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { findProposal } from './decide-proposals.ts';
import type { IssuePreview } from './preview-issue.ts';
import type { PushPreview } from './preview-push.ts';

export interface ProposalLook {
  readonly proposal: Proposal;
  /** `null`: the run is not there any more. */
  readonly from: ProposalOrigin | null;
  /** Most alike first. */
  readonly duplicates: readonly DuplicateCandidate[];
  /** Of a push: what would happen, asked of git and of the remote just now. */
  readonly push: PushPreview | null;
  /** Of what goes to a tracker: the issue as it would be, or the one that it is about. */
  readonly issue: IssuePreview | null;
}

export interface ProposalOrigin {
  readonly engine: string;
  readonly trigger: string;
  readonly slot: string;
  readonly startedAt: string | null;
  readonly reportPath: string | null;
  /** Untrusted texts that were in its brief: their authors may be the ones behind this proposal. */
  readonly untrusted: readonly string[];
}

export interface DuplicateCandidate {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

const MOST_LIKE = 5;

/** @param text an id as typed; throws `not-found` */
export async function inspectProposal(workspace: Workspace, text: string): Promise<ProposalLook> {
  const known = await workspace.proposals.list();
  const proposal = findProposal(known, text);
  const [from, duplicates, push, issue] = await Promise.all([
    originOf(workspace, proposal),
    candidatesFor(workspace, proposal, known),
    previewOf(workspace, proposal),
    issueFor(workspace, proposal),
  ]);
  return { proposal, from, duplicates, push, issue };
}

async function originOf(workspace: Workspace, { run }: Proposal): Promise<ProposalOrigin | null> {
  const stored = await workspace.runs.read(run);
  if (stored === null) return null;
  const { engine, slot, startedAt, reportPath, isolation } = toRunView(stored);
  const { untrustedInput } = riskFlags(riskFactsOf(stored.spec.routine), isolation ?? 'auto');
  const { trigger, scheduledFor } = slot;
  return { engine, trigger, slot: scheduledFor, startedAt, reportPath, untrusted: untrustedInput };
}

async function candidatesFor(
  { items }: Workspace,
  proposal: Proposal,
  known: readonly Proposal[],
): Promise<readonly DuplicateCandidate[]> {
  const every = await items.list();
  const titles = new Map<string, string>([
    ...every.map(({ key, title }) => [key, title] as const),
    ...known.map(({ id, summary }) => [id, summary] as const),
  ]);
  const certain = proposal.duplicates.map((id) => ({
    id,
    title: oneLine(titles.get(id) ?? '', 160),
    why: sameWords(proposal),
  }));
  if (proposal.type !== 'file-item') return certain;
  const { key, title, body } = proposal.payload;
  const others = [
    ...every
      .filter((item) => item.key !== key && item.state === 'open')
      .map((item) => ({ id: item.key, title: item.title, body: item.body })),
    ...known.flatMap((one) =>
      one.type === 'file-item' && one.id !== proposal.id && isWaiting(one.state)
        ? [{ id: one.id, title: one.payload.title, body: one.payload.body }]
        : [],
    ),
  ].filter(({ id }) => !proposal.duplicates.includes(id));
  const like = likeTitles({ id: proposal.id, title, body }, others, MOST_LIKE);
  return [
    ...certain,
    ...like.map((one) => ({
      id: one.id,
      title: oneLine(one.title, 160),
      why: `reads alike, ${Math.round(one.likeness * 100)} %`,
    })),
  ];
}

async function previewOf(workspace: Workspace, proposal: Proposal): Promise<PushPreview | null> {
  if (!pushesBranch(proposal)) return null;
  // Git is slow to load, and items do without.
  const { previewPush } = await import('./preview-push.ts');
  return previewPush(workspace, proposal);
}

function sameWords({ type }: Proposal): string {
  if (type === 'file-item') return 'carries one of its findings';
  return type === 'push-branch' ? 'pushes the same' : 'asks for the same';
}

async function issueFor(workspace: Workspace, proposal: Proposal): Promise<IssuePreview | null> {
  if (pushesBranch(proposal)) return null;
  const { previewIssue } = await import('./preview-issue.ts');
  return previewIssue(workspace, proposal);
}
