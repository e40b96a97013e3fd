/** What a shell can offer where a set or a branch is meant: as the newest look left it, so that completing asks no git. */
import type { KnownName } from '../ledger/known-names.ts';
import type { ReviewLook } from '../words/review/change-set.ts';
import { oneLine, plural } from '../words/text.ts';
import { openWorkspace, type OpenRequest } from '../workspace/open-workspace.ts';

/** A shell puts it on its line as it is. */
const PLAIN = /^[A-Za-z0-9][\w./+-]{0,199}$/;

export async function knownSets(here: OpenRequest): Promise<readonly KnownName[]> {
  const { sets } = await look(here);
  return sets.map(({ id, branches }) => ({
    value: id,
    text: oneLine(
      `${plural(branches.length, 'branch', 'branches')}: ${branches[0]?.subject ?? ''}`,
      60,
    ),
  }));
}

export async function knownBranches(here: OpenRequest): Promise<readonly KnownName[]> {
  const { sets } = await look(here);
  return sets
    .flatMap(({ branches }) => branches)
    .filter(({ branch }) => PLAIN.test(branch))
    .map(({ branch, subject }) => ({ value: branch, text: oneLine(subject, 60) }));
}

async function look(here: OpenRequest): Promise<ReviewLook> {
  const { inspectReview } = await import('./inspect-review.ts');
  return inspectReview(await openWorkspace(here));
}

// What completion offers of review that is not a branch any more: landings, discarded branches, comments. Without git.
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
