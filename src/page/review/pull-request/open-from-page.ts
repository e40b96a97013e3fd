import { openPullRequest } from '../../../connections/pull-requests/open-pull-request.ts';
import { oneLine } from '../../../words/text.ts';
import type { Acted, ActionCall } from '../../contract.ts';
import { branchLink, proposalLink } from '../../links.ts';

/** As `roundsman review pr`, of the very state that was shown. Where it fails the proposal tells why, and is tried again. */
export async function actPullRequest({ workspace, by, form }: ActionCall): Promise<Acted> {
  const what = form.need('what');
  const given = (name: string): string | null => form.text(name) || null;
  const { id, state, applying } = await openPullRequest(workspace, {
    what,
    title: given('title'),
    body: null,
    base: given('base'),
    via: given('via'),
    ready: form.has('ready'),
    labels: [],
    reviewers: [],
    by,
    tip: form.need('tip'),
  });
  const outcome = oneLine(applying?.outcome ?? '', 300);
  return state === 'applied'
    ? { to: branchLink(what), notice: `Done: ${outcome}` }
    : { to: proposalLink(id), notice: `It is ${state}: ${outcome}` };
}
