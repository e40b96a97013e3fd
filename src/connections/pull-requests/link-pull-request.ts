/** Keeps what stands at a forge, and ties the item to it. Safe to repeat. */
import type { ForgePullRequest } from '../../forges/contract.ts';
import type { PullRequestProposal } from '../../words/proposal.ts';
import {
  freeLinkId,
  linkOf,
  NOTHING_SEEN,
  type PullRequestLink,
  type PullRequestState,
} from '../../words/pull-request.ts';
import { oneLine } from '../../words/text.ts';
import type { PullRequestSurroundings } from './pull-request-surroundings.ts';

type Around = Pick<PullRequestSurroundings, 'links' | 'items' | 'exclusively' | 'clock'>;

/* oxlint-disable-next-line eslint/max-params -- what was asked for, what stands there, and where it is kept */
export async function linkPullRequest(
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
