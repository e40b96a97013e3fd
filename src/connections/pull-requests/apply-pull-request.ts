/**
 * Carries out an approved pull request: pushes its branch, and opens it. Each of the two steps checks by itself whether it
 * is already done, so that nothing is done twice after a crash or a missing answer.
 */
import type { Forge, ForgePullRequest, MadePullRequest } from '../../forges/contract.ts';
import { type ForgeFailure, forgeFailureText } from '../../forges/forge-failure.ts';
import type { PullRequestProposal } from '../../words/proposal.ts';
import {
  freeLinkId,
  linkOf,
  NOTHING_SEEN,
  type PullRequestLink,
  type PullRequestState,
} from '../../words/pull-request.ts';
import { oneLine } from '../../words/text.ts';
import { type Applied, pushBranch, pushOnto } from '../push/push-branch.ts';
import { pushRules } from '../push/push-proposal.ts';
import type { PullRequestSurroundings } from './pull-request-place.ts';

// Keeps what stands at a forge, and ties the item to it. Safe to repeat.

type Around = Pick<PullRequestSurroundings, 'links' | 'items' | 'exclusively' | 'clock'>;

async function linkPullRequest(
  proposal: PullRequestProposal,
  request: ForgePullRequest,
  { links, items, exclusively, clock }: Around,
): Promise<PullRequestLink> {
  const { payload, run, routine } = proposal;
  const { forge } = payload;
  return exclusively(async () => {
    const known = await links.list();
    const before = linkOf(known, forge, request.number);
    const id = before?.id ?? freeLinkId(known, forge, request.number);
    const now = clock.now().toISOString();
    const link: PullRequestLink = {
      checks: 'none',
      openedAt: now,
      ...before,
      seen: { ...(before?.seen ?? NOTHING_SEEN), halted: null },
      id,
      proposal: proposal.id,
      run: before?.run ?? run,
      routine,
      forge,
      remote: payload.remote,
      remoteUrl: payload.url,
      number: request.number,
      url: request.url,
      title: oneLine(request.title, 240),
      ref: payload.ref,
      base: payload.base,
      item: payload.item,
      branch: payload.branch,
      pushed: payload.tip,
      newest: run,
      follow: payload.follow,
      // Not updated here: the follow step finds out what became of it, and acts on that.
      state: before?.state ?? openState(request),
      by: proposal.decision?.by ?? '',
    };
    if (JSON.stringify(link) !== JSON.stringify(before)) await links.write(link);
    await tieItem(link, items);
    return link;
  });
}

function openState({ draft }: ForgePullRequest): PullRequestState {
  return { kind: 'open', draft };
}

async function tieItem({ item: key, url }: PullRequestLink, items: Around['items']): Promise<void> {
  const item = key === null ? null : await items.read(key);
  if (item === null || url === '') return;
  const { links = [] } = item;
  if (links.some(({ kind, id }) => kind === 'outside' && id === url)) return;
  await items.replace(item, { ...item, links: [...links, { kind: 'outside', id: url }] });
}

// Our part of a pull request's text: what people write around it stays theirs. Pure.

const BEGIN = '<!-- roundsman:begin -->';
const END = '<!-- roundsman:end -->';

/** Never throws for what a remote or a forge says or does. */
export async function applyPullRequest(
  proposal: PullRequestProposal,
  around: PullRequestSurroundings,
): Promise<Applied> {
  const { payload } = proposal;
  const { probe = noProbe } = around;
  const forge = await around.openForge(payload.forge);
  if ('whyNot' in forge) return failed(forge.whyNot);
  const before = await look(forge, proposal);
  if (before.kind !== 'found') return failed(before.why);
  await probe('looked');
  if (before.ended !== null) {
    await linkPullRequest(proposal, before.ended, around);
    const { number, state } = before.ended;
    return {
      kind: 'applied',
      outcome: `${forge.shown(number)} was opened, and is ${state} by now`,
    };
  }
  const why = whyNot(forge, proposal, before.open);
  if (why !== null) return failed(why);
  const pushed = await pushFor(proposal, around);
  if (pushed.kind === 'failed') return pushed;
  await probe('pushed');
  // Recorded at once for a followed pull request: whatever fails next, the push is known to be ours.
  if (payload.from !== null && before.open !== null)
    await linkPullRequest(proposal, before.open, around);
  const made = await openOrUpdate(forge, proposal, before.open);
  if (made.kind !== 'made') return failed(made.why);
  await probe('opened');
  const { request, how } = made;
  const { unlabelled } = request;
  const said = [
    ...(unlabelled === undefined ? [] : [`labels were not added: ${unlabelled}`]),
    ...(await askReviewers(forge, request, proposal)),
  ];
  await probe('reviewers-asked');
  await linkPullRequest(proposal, request, around);
  await probe('linked');
  return {
    kind: 'applied',
    outcome: [`${how} ${forge.shown(request.number)}: ${request.url}`, ...said].join('; '),
  };
}

type Looked =
  | {
      readonly kind: 'found';
      /** The open pull request for that branch, no matter who opened it. */
      readonly open: ForgePullRequest | null;
      /** Ours, from an earlier try, and merged or closed since. */
      readonly ended: ForgePullRequest | null;
    }
  | { readonly kind: 'unknown'; readonly why: string };

async function look(forge: Forge, { id, payload }: PullRequestProposal): Promise<Looked> {
  const found = await forge.find(payload.ref);
  if (found.kind !== 'answer') return { kind: 'unknown', why: forgeFailureText(found) };
  const ours = found.value.find(({ body }) => carriesMark(body, id));
  return {
    kind: 'found',
    open: found.value.find(({ state }) => state === 'open') ?? null,
    ended: ours === undefined || ours.state === 'open' ? null : ours,
  };
}

/** What is there stands in its way. */
function whyNot(
  forge: Forge,
  { payload }: PullRequestProposal,
  open: ForgePullRequest | null,
): string | null {
  const { from, base, ref } = payload;
  if (open === null)
    return from === null ? null : `there is no open one of ${ref} any more to continue with`;
  if (open.base === base) return null;
  return `${forge.shown(open.number)} is open for ${ref} already, and goes into ${open.base}, not ${base}`;
}

async function pushFor(
  proposal: PullRequestProposal,
  around: PullRequestSurroundings,
): Promise<Applied> {
  const { payload } = proposal;
  const isRetry = proposal.applying?.isRetry === true;
  const rules = await pushRules(proposal, around);
  const { from } = payload;
  return from === null
    ? pushBranch(payload, { ...rules, isRetry }, around)
    : pushOnto({ payload, from }, rules, around);
}

type Made =
  | {
      readonly kind: 'made';
      readonly request: MadePullRequest;
      readonly how: 'opened' | 'updated';
    }
  | { readonly kind: 'not-made'; readonly why: string };

async function openOrUpdate(
  forge: Forge,
  proposal: PullRequestProposal,
  open: ForgePullRequest | null,
): Promise<Made> {
  const { id, payload } = proposal;
  const { ref, base, title, body, draft, labels } = payload;
  const part = ownPart(body, id);
  if (open !== null) return updated(forge, open, { part, labels });
  const answer = await forge.open({ head: ref, base, title, body: part, draft, labels });
  if (answer.kind === 'answer') return { kind: 'made', request: answer.value, how: 'opened' };
  // The outcome is unknown, or another user or process was quicker.
  const after = await look(forge, proposal);
  if (after.kind === 'found' && after.open !== null)
    return updated(forge, after.open, { part, labels });
  return { kind: 'not-made', why: wordsOf(answer) };
}

/** Changes only our part of its text: people may have edited the title and the rest since. */
async function updated(
  forge: Forge,
  open: ForgePullRequest,
  { part, labels }: { readonly part: string; readonly labels: readonly string[] },
): Promise<Made> {
  const body = withOwnPart(open.body, part);
  const missing = labels.filter((label) => !open.labels.includes(label));
  if (body === open.body && missing.length === 0)
    return { kind: 'made', request: open, how: 'updated' };
  const answer = await forge.update(open.number, {
    ...(body === open.body ? {} : { body }),
    ...(missing.length === 0 ? {} : { labels: missing }),
  });
  return answer.kind === 'answer'
    ? { kind: 'made', request: answer.value, how: 'updated' }
    : { kind: 'not-made', why: wordsOf(answer) };
}

/** Whom it cannot ask is said, and keeps nothing from being done. */
async function askReviewers(
  forge: Forge,
  { number }: ForgePullRequest,
  { payload: { reviewers } }: PullRequestProposal,
): Promise<readonly string[]> {
  if (reviewers.length === 0) return [];
  const asked = await forge.askReviewers(number, reviewers);
  if (asked.kind !== 'answer') return [`no reviewer was asked: ${forgeFailureText(asked)}`];
  return asked.value.length === 0 ? [] : [`not asked for a review: ${asked.value.join(', ')}`];
}

function wordsOf(failure: ForgeFailure): string {
  const text = forgeFailureText(failure);
  return failure.kind === 'no-answer'
    ? `${text}; trying again looks first whether it was done`
    : text;
}

function failed(outcome: string): Applied {
  return { kind: 'failed', outcome };
}

async function noProbe(): Promise<void> {}

/** Marks what a proposal made, so that it is found after a crash. */
function proposalMark(proposal: string): string {
  return `<!-- roundsman:proposal ${proposal} -->`;
}

/** @param text inert already */
function ownPart(text: string, proposal: string): string {
  return `${BEGIN}\n${proposalMark(proposal)}\n${text.trim()}\n${END}`;
}

/** What stands there with our part in place of the one before; without one, at the end. */
function withOwnPart(body: string, part: string): string {
  const from = body.indexOf(BEGIN);
  const to = body.indexOf(END, from);
  if (from < 0 || to < 0) return body.trim() === '' ? part : `${body.trimEnd()}\n\n${part}`;
  return `${body.slice(0, from)}${part}${body.slice(to + END.length)}`;
}

function carriesMark(body: string, proposal: string): boolean {
  return body.includes(proposalMark(proposal));
}
