/** Whether a target has a branch's changes already, though not its commits: squashed, rebased or picked. Pure. */
import type { MainlineCommit } from '../git/mainline-changes.ts';
import type { CommitSha } from '../words/ids.ts';
import type { BranchChange } from '../words/review/review-branch.ts';

/**
 * The oldest commit that completed them; `null` when one is missing. What was taken back since counts as missing: the
 * file is as before the branch again.
 * @param since the target's commits that the branch's base has not, newest first
 */
export function landedSince(
  changes: readonly Pick<BranchChange, 'path' | 'from' | 'oldBlob' | 'newBlob' | 'status'>[],
  since: readonly MainlineCommit[],
): CommitSha | null {
  if (changes.length === 0 || since.length === 0) return null;
  let completed = since.length;
  for (const { path, blob, before } of changes.flatMap(wantedOf)) {
    const newest = since.find(({ blobs }) => blobs.has(path));
    // A change of mode alone leaves the blob as it was.
    if (newest === undefined || (newest.blobs.get(path) === before && before !== blob)) return null;
    const at = since.findLastIndex(({ blobs }) => blobs.has(path) && blobs.get(path) === blob);
    if (at < 0) return null;
    completed = Math.min(completed, at);
  }
  return since[completed]?.commit ?? null;
}

interface Wanted {
  readonly path: string;
  readonly blob: string | null;
  readonly before: string | null;
}

function wantedOf({
  path,
  from,
  oldBlob,
  newBlob,
}: Pick<BranchChange, 'path' | 'from' | 'oldBlob' | 'newBlob'>): readonly Wanted[] {
  const own = { path, blob: newBlob, before: from === null ? oldBlob : null };
  return from === null ? [own] : [own, { path: from, blob: null, before: oldBlob }];
}
