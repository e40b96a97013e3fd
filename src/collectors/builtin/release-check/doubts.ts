/** What the check found and is not sure of. Pure. */
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type { ReleaseCommit, ReleaseNoteFact } from '../../../words/release-note.ts';

export interface Doubts {
  readonly entries: readonly ReleaseNoteFact[];
  /** Breaking and security changes first, then features and fixes, the rest; oldest first. */
  readonly commits: readonly ReleaseCommit[];
}

export function doubtsOf({ items, commits, perhaps, range, changelog }: ReleaseNotesFacts): Doubts {
  const entries = items.filter(({ backed, doubtful }) => !backed && doubtful === true);
  if (changelog === null || range.from === null) return { entries, commits: [] };
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const left = (perhaps ?? []).flatMap((sha) => bySha.get(sha) ?? []);
  return { entries, commits: left.toSorted((a, b) => weight(a) - weight(b)) };
}

function weight({ breaking, type }: ReleaseCommit): number {
  if (breaking || type === 'security') return 0;
  return type === 'feat' || type === 'fix' ? 1 : 2;
}
