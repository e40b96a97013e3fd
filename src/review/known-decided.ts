/** What completion offers of review that is not a branch any more: landings, discarded branches, comments. Without git. */
import type { KnownName } from '../ledger/known-names.ts';
import { oneLine } from '../words/text.ts';
import { openWorkspace, type OpenRequest } from '../workspace/open-workspace.ts';

const MOST = 50;

/** Those that can be taken back, newest first. */
export async function knownLandings(here: OpenRequest): Promise<readonly KnownName[]> {
  const { review } = await openWorkspace(here);
  return (await review.landings.list())
    .filter(({ state }) => state.kind === 'landed' || state.kind === 'queued')
    .toReversed()
    .slice(0, MOST)
    .map(({ id, target, steps }) => ({
      value: id.slice(-6),
      text: oneLine(`${steps.map(({ branch }) => branch).join(', ')} on ${target}`, 60),
    }));
}

/** Newest first. */
export async function knownDiscarded(here: OpenRequest): Promise<readonly KnownName[]> {
  const { review } = await openWorkspace(here);
  return (await review.discarded.list())
    .filter(({ state }) => state === 'discarded')
    .toReversed()
    .slice(0, MOST)
    .map(({ branch, reason }) => ({ value: branch, text: oneLine(reason, 60) }));
}

/** Comments that are not settled yet. */
export async function knownComments(here: OpenRequest): Promise<readonly KnownName[]> {
  const { review } = await openWorkspace(here);
  return (await review.comments.list())
    .filter(({ state }) => state.kind !== 'settled')
    .slice(-MOST)
    .map(({ id, text }) => ({ value: id, text: oneLine(text, 60) }));
}
