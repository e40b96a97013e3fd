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
