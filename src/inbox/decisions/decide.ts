/**
 * The one way in which people decide on findings, requests and notes: every face calls these. Accepting a finding files
 * the item or issue that was proposed for it, dismissing it declines that, and approving that accepts the finding. What
 * was decided can be undone.
 */
import {
  decideProposals,
  type ProposalDecisionRequest,
} from '../../connections/requests/decide-proposals.ts';
import {
  decideFindings as writeVerdicts,
  reopenFindings as removeVerdicts,
  type FindingDecision,
} from '../../ledger/decide-findings.ts';
import { fingerprintsOf, type Said } from '../../ledger/finding-verdict.ts';
import { decideNotes as writeNotes, type NoteDecision } from '../../ledger/notes/decide-note.ts';
import type { Finding, FindingVerdict } from '../../words/finding.ts';
import type { Note } from '../../words/note.ts';
import type { FileItemProposal, Proposal } from '../../words/proposal.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { inbox } from '../inbox.ts';
import { hashOf } from './decision.ts';
import { recordDecision } from './record-decision.ts';
import { snoozeWords } from './snooze.ts';
import { findDecision } from './undo-decision.ts';

export interface FindingsRequest extends Omit<FindingDecision, 'among'> {
  /** `ids` are runs, routines or folders, and what the inbox shows of them is decided on; none: all that it shows. */
  readonly wholeGroups?: boolean;
}

export async function decideFindings(
  workspace: Workspace,
  { wholeGroups = false, ...request }: FindingsRequest,
): Promise<readonly Finding[]> {
  const { verdict } = request;
  const until = verdict.until === null ? '' : ` ${snoozeWords(verdict.until)}`;
  const said = `${verdict.kind} ${namesOf(request.ids)}${until}`;
  const of = request.ids.length === 0 ? '' : ` of ${request.ids.join(' ')}`;
  const saidAfter = ({ length }: readonly Finding[]): string =>
    wholeGroups ? `${verdict.kind} ${plural(length, 'finding')}${of}${until}` : said;
  const words = { by: verdict.by, said, saidAfter };
  const group = wholeGroups ? { among: await waitingFindings(workspace) } : {};
  const { result } = await recordDecision(workspace, words, (recording) =>
    writeDecision(recording, { ...request, ...group }),
  );
  return result;
}

async function waitingFindings(workspace: Workspace): Promise<ReadonlySet<string>> {
  const { entries } = await inbox(workspace, { kinds: ['finding'], limit: Infinity, look: null });
  return new Set(entries.flatMap(({ links }) => links.finding ?? []));
}

/** None: all that waited. */
function namesOf(words: readonly string[]): string {
  return words.length === 0 ? 'all' : words.join(' ');
}

/** The same without a record of its own: it is part of a larger decision. */
export async function writeDecision(
  workspace: Workspace,
  request: FindingDecision,
): Promise<readonly Finding[]> {
  const decided = await writeVerdicts(workspace, request);
  // What was declined when it was dismissed is wanted after all.
  if (request.verdict.kind === 'accepted')
    for (const { id } of decided) await holdAgain(workspace, id);
  await decideTheirRequests(workspace, decided, request.verdict);
  return decided;
}

export async function reopenFindings(
  workspace: Workspace,
  request: { readonly ids: readonly string[]; readonly said: Said },
): Promise<readonly Finding[]> {
  const words = { by: request.said.by, said: `reopened ${request.ids.join(' ')}` };
  const { result } = await recordDecision(workspace, words, async (recording) => {
    const open = await removeVerdicts(recording, request);
    for (const { id } of open) await holdAgain(recording, id);
    return open;
  });
  return result;
}

/** What was declined with a finding waits with it again, where nothing else was decided on that since. */
async function holdAgain(workspace: Workspace, finding: string): Promise<void> {
  const { items, proposals, locks } = workspace;
  const before = (await findDecision(workspace, finding))?.changes ?? [];
  await locks.ledger(async () => {
    for (const change of before) {
      if (change.store === 'proposals') {
        const now = await proposals.read(change.before.id);
        if (now?.state === 'declined' && hashOf(now) === change.after)
          await proposals.replace(now, change.before);
      } else if (change.store === 'items') {
        const now = await items.read(change.before.key);
        if (now?.state === 'declined' && hashOf(now) === change.after)
          await items.replace(now, change.before);
      }
    }
  });
}

export async function decideRequests(
  workspace: Workspace,
  request: ProposalDecisionRequest,
): Promise<readonly Proposal[]> {
  const { kind, by } = request;
  const said = `${kind === 'decline' ? 'declined' : 'approved'} ${namesOf(request.words)}`;
  const { result } = await recordDecision(workspace, { by, said }, (recording) =>
    decideProposals(recording, request),
  );
  return result;
}

export async function decideNotes(
  workspace: Workspace,
  request: NoteDecision,
): Promise<readonly Note[]> {
  const { act, ids, by } = request;
  const words = { by, said: `${act.kind} ${plural(ids.length, 'note')}: ${ids.join(' ')}` };
  const { result } = await recordDecision(workspace, words, (recording) =>
    writeNotes(recording, request),
  );
  return result;
}

/** A snooze leaves them: the inbox shows them with their finding, when it is back. */
async function decideTheirRequests(
  workspace: Workspace,
  decided: readonly Finding[],
  { kind, reason, by }: FindingVerdict,
): Promise<void> {
  if (kind === 'snoozed') return;
  const mine = await requestsFor(workspace, decided, kind);
  if (mine.length === 0) return;
  await decideProposals(workspace, {
    words: mine.map(({ id }) => id),
    wholeRuns: false,
    kind: kind === 'accepted' ? 'approve' : 'decline',
    reason,
    by,
    seen: Object.fromEntries(mine.map(({ id, hash }) => [id, hash])),
  });
}

/** Held ones whose findings all have that verdict now. One that may be a duplicate is for a person to look at. */
async function requestsFor(
  { proposals, findings }: Workspace,
  decided: readonly Finding[],
  kind: FindingVerdict['kind'],
): Promise<readonly FileItemProposal[]> {
  const names = new Set(decided.flatMap(fingerprintsOf));
  const held = (await proposals.list()).flatMap((one) => (isHeldItem(one) ? [one] : []));
  const concerned = held.filter(({ payload }) => payload.findings.some((name) => names.has(name)));
  if (concerned.length === 0) return [];
  const agreed = new Set(
    (await findings.listAll())
      .filter(({ verdict }) => verdict?.kind === kind)
      .flatMap(fingerprintsOf),
  );
  return concerned.filter(
    ({ payload, duplicates }) =>
      (kind === 'dismissed' || duplicates.length === 0) &&
      payload.findings.every((name) => agreed.has(name)),
  );
}

function isHeldItem(proposal: Proposal): proposal is FileItemProposal {
  return proposal.type === 'file-item' && proposal.state === 'held';
}
