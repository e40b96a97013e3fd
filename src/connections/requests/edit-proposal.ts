import { inertMarkdown, inertTitle } from '../../forges/forge-text.ts';
import { proposalHash, changedSince, editProposal } from '../../ledger/proposal-program.ts';
import { summaryOf } from '../../ledger/proposal-summary.ts';
import { whyNotPushed, pushesBranch } from '../../ledger/push-rules.ts';
import { editedAct } from '../../ledger/requests/edit-item-act.ts';
import type { Exclusively, ItemStore, ProposalStore } from '../../store/ports.ts';
import { AppError, assertNever } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type {
  FileItemPayload,
  Proposal,
  PullRequestProposal,
  PushBranchPayload,
  PushBranchProposal,
} from '../../words/proposal.ts';
import type { PullRequestPayload } from '../../words/pull-request.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { findProposal } from './decide-proposals.ts';

interface PullRequestChange {
  readonly title?: string;
  readonly body?: string;
  readonly ref?: string;
}

/** A person's words stay as they are, closing keywords and mentions too: they are that person's. */
function pullRequestWith(
  payload: PullRequestPayload,
  change: PullRequestChange,
  { tip, defaults }: { readonly tip: CommitSha | null; readonly defaults: readonly string[] },
): PullRequestPayload | { readonly whyNot: string } {
  if (tip === null) return { whyNot: `the branch ${payload.branch} is gone` };
  const ref = change.ref ?? payload.ref;
  if (payload.from !== null && ref !== payload.ref)
    return { whyNot: `it goes onto ${payload.ref}, which is there: its name stays` };
  const why = whyNotPushed(ref, defaults);
  if (why !== null) return { whyNot: why };
  const title = change.title === undefined ? payload.title : inertTitle(change.title);
  if (title === '') return { whyNot: 'a pull request needs a title' };
  const body = change.body ?? payload.body;
  if (body.length > 60_000) return { whyNot: 'a text has at most 60000 characters' };
  // What it did not change went through this before, and comes out the same.
  const isSame = body === payload.body;
  return { ...payload, ref, tip, title, body: isSame ? body : withoutMarks(body) };
}

/** Our own marks are ours to write. */
function withoutMarks(body: string): string {
  return body.includes('<!-- roundsman') ? inertMarkdown(body) : body;
}

const MAX_TITLE = 300;
const MAX_BODY = 20_000;

export interface ProposalEdit {
  /** As typed. */
  readonly id: string;
  /** Of the content that the person had before them; `null`: what is there now. */
  readonly seen: string | null;
  readonly change: ProposalChange;
  readonly by: string;
}

/** Adds a version, which is not approved yet. For a push or pull request it takes the branch as it is now. */
export async function changeProposal(workspace: Workspace, edit: ProposalEdit): Promise<Proposal> {
  const { proposals, items, locks, clock } = workspace;
  const proposal = findProposal(await proposals.list(), edit.id);
  const here = pushesBranch(proposal) ? await pushHere(workspace, proposal) : NOTHING;
  return reviseProposal({
    proposals,
    items,
    exclusively: locks.ledger,
    id: proposal.id,
    seen: edit.seen ?? proposal.hash,
    change: edit.change,
    ...here,
    by: edit.by,
    at: clock.now().toISOString(),
  });
}

const NOTHING = { tip: null, defaults: [] } as const;

/** Git is slow to load, and items do without. */
async function pushHere(
  workspace: Workspace,
  proposal: PushBranchProposal | PullRequestProposal,
): Promise<Pick<Parameters<typeof reviseProposal>[0], 'tip' | 'defaults'>> {
  const [{ pushRules }, { pushPlace }, { resolveCommit }, { gitIn }] = await Promise.all([
    import('../push/push-proposal.ts'),
    import('./push-place.ts'),
    import('../../git/resolve-commit.ts'),
    import('../../git/git-call.ts'),
  ]);
  const place = pushPlace(workspace);
  const { branch } = proposal.payload;
  return {
    tip: await resolveCommit(gitIn(place.repository), `refs/heads/${branch}`),
    defaults: (await pushRules(proposal, place)).defaults,
  };
}

/**
 * A person words a proposal otherwise before approving it. What it said before is kept; nothing is approved by that.
 * What is not named stays as it is.
 */
interface ProposalChange {
  readonly title?: string;
  readonly body?: string;
  /** Of a push or pull request: the name at the remote. */
  readonly ref?: string;
}

interface EditProposalRequest {
  readonly proposals: ProposalStore;
  readonly items: ItemStore;
  readonly exclusively: Exclusively;
  readonly id: string;
  /** Of the content that the person had before them. */
  readonly seen: string;
  readonly change: ProposalChange;
  /** Of a push or pull request: where its branch stands now, which is what the new version pushes; `null`: it is gone. */
  readonly tip: CommitSha | null;
  readonly defaults: readonly string[];
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Throws `not-found`, `refused` for one that is decided or changed meanwhile, `usage` for words that do not fit. */
async function reviseProposal(request: EditProposalRequest): Promise<Proposal> {
  const { proposals, id, seen } = request;
  return request.exclusively(async () => {
    const proposal = await proposals.read(id);
    if (proposal === null) throw badEdit(`there is no request ${id}`);
    const is = proposalHash(proposal.type, proposal.payload);
    if (is !== proposal.hash || seen !== is) throw changedSince(proposal, seen, is);
    const edited = revised(proposal, request);
    if (edited.hash === proposal.hash) return proposal;
    if (edited.type === 'file-item') await rewordItem(request.items, edited.payload);
    await proposals.replace(proposal, edited);
    return edited;
  });
}

function revised(proposal: Proposal, request: EditProposalRequest): Proposal {
  const { seen, by, at } = request;
  switch (proposal.type) {
    case 'file-item': {
      const payload = itemWith(proposal.payload, request.change);
      const hash = proposalHash(proposal.type, payload);
      const summary = summaryOf({ type: proposal.type, payload });
      return editProposal(proposal, { payload, hash, summary, seen, by, at });
    }
    case 'push-branch': {
      const payload = pushWith(proposal.payload, request);
      const hash = proposalHash(proposal.type, payload);
      const summary = summaryOf({ type: proposal.type, payload });
      return editProposal(proposal, { payload, hash, summary, seen, by, at });
    }
    case 'pull-request': {
      const payload = pullRequestWith(proposal.payload, request.change, request);
      if ('whyNot' in payload) throw badEdit(payload.whyNot);
      const hash = proposalHash(proposal.type, payload);
      const summary = summaryOf({ type: proposal.type, payload });
      return editProposal(proposal, { payload, hash, summary, seen, by, at });
    }
    case 'comment':
    case 'update-item':
    case 'close-item':
      return editedAct(proposal, request);
    default:
      return assertNever(proposal);
  }
}

function itemWith(
  payload: FileItemPayload,
  { title = payload.title, body = payload.body, ref }: ProposalChange,
): FileItemPayload {
  if (ref !== undefined) throw badEdit('an item has no --ref: it has a title and a body');
  const flat = oneLine(title, MAX_TITLE + 1);
  if (flat === '') throw badEdit('an item needs a title');
  if (flat.length > MAX_TITLE || body.length > MAX_BODY) {
    throw badEdit(`a title has at most ${MAX_TITLE} characters and a body ${MAX_BODY}`);
  }
  return { ...payload, title: flat, body };
}

function pushWith(payload: PushBranchPayload, request: EditProposalRequest): PushBranchPayload {
  const { change, tip, defaults } = request;
  if (change.title !== undefined || change.body !== undefined)
    throw badEdit('a push has no title and no body: it has a --ref');
  if (tip === null) throw badEdit(`the branch ${payload.branch} is gone`);
  const ref = change.ref ?? payload.ref;
  const why = whyNotPushed(ref, defaults);
  if (why !== null) throw badEdit(why);
  return { ...payload, ref, tip };
}

async function rewordItem(items: ItemStore, payload: FileItemPayload): Promise<void> {
  const { key, title, body } = payload;
  const item = await items.read(key);
  if (item?.state === 'proposed') await items.replace(item, { ...item, title, body });
}

function badEdit(message: string): AppError {
  return new AppError('usage', { code: 'bad-edit', message, hint: '' });
}
