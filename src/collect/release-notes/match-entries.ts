/** Which commits make which entry true. Pure. */
import type { ChangelogEntry } from '../../domain/changelog.ts';
import type { CommitSha } from '../../domain/ids.ts';
import type { ReleaseCommit, ReleaseNoteFact } from '../../domain/release-note.ts';

/** A commit with what is told of it in facts, and what only the matching needs. */
export interface MatchCommit extends ReleaseCommit {
  readonly body: string;
  /** All changed paths. */
  readonly allFiles: readonly string[];
  /** Commits that a merge brought in; empty for others. */
  readonly brings: readonly CommitSha[];
}

export interface MatchRequest {
  readonly entries: readonly ChangelogEntry[];
  readonly commits: readonly MatchCommit[];
  /** Paths of the notes themselves: a commit that changes only them backs nothing. */
  readonly notePaths: readonly string[];
}

export interface EntryMatch {
  /** In the order of the entries. */
  readonly entries: readonly Pick<ReleaseNoteFact, 'commits' | 'backed' | 'by'>[];
  /** User-visible commits that no entry mentions, oldest first. */
  readonly unmentioned: readonly CommitSha[];
}

export function matchEntries(request: MatchRequest): EntryMatch {
  return {
    entries: request.entries.map(() => ({ commits: [], backed: false, by: null })),
    unmentioned: [],
  };
}
