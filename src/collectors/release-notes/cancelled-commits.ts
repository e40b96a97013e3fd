/** Which commits of a range undo each other. Pure. */
import type { RangeCommit } from '../../git/log-range.ts';
import type { CommitSha } from '../../words/ids.ts';
import { takenBackOf, withoutNumber } from './message-parts.ts';

/**
 * Both sides of every pair of a commit and the one that takes it back; with a merge, what it brought. What was taken
 * back and brought in again stands.
 * @param commits newest first
 */
export function findCancelled(
  commits: readonly RangeCommit[],
  brings: ReadonlyMap<CommitSha, readonly CommitSha[]>,
): ReadonlySet<CommitSha> {
  const cancelled = new Set<CommitSha>();
  const targets = new Map<CommitSha, CommitSha>();
  const bySubject = new Map<string, CommitSha[]>();
  const ids: CommitSha[] = [];
  const withBrought = (sha: CommitSha): readonly CommitSha[] => [sha, ...(brings.get(sha) ?? [])];
  for (const { sha, subject, body } of commits.toReversed()) {
    const taken = takenBackOf(subject, body);
    const target =
      taken === null ? null : (findId(ids, taken.commit) ?? findSubject(bySubject, taken.subject));
    if (target !== null) {
      for (const one of [...withBrought(target), sha]) cancelled.add(one);
      const restored = targets.get(target);
      if (restored !== undefined) for (const one of withBrought(restored)) cancelled.delete(one);
      targets.set(sha, target);
    }
    ids.push(sha);
    const key = withoutNumber(subject);
    bySubject.set(key, [...(bySubject.get(key) ?? []).slice(-20), sha]);
  }
  return cancelled;
}

function findId(ids: readonly CommitSha[], start: string | null): CommitSha | null {
  return start === null ? null : (ids.findLast((id) => id.startsWith(start)) ?? null);
}

function findSubject(
  bySubject: ReadonlyMap<string, readonly CommitSha[]>,
  subject: string | null,
): CommitSha | null {
  return subject === null ? null : (bySubject.get(subject)?.at(-1) ?? null);
}
