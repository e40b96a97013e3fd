/** What the matching of entries to commits is given and gives. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseCommit, ReleaseNoteFact } from '../../words/release-note.ts';

/** A commit with what is told of it in facts, and what only the matching needs. */
export interface MatchCommit extends ReleaseCommit {
  readonly body: string;
  /** All changed paths. */
  readonly allFiles: readonly string[];
  /** Commits that a merge brought in; empty for others. */
  readonly brings: readonly CommitSha[];
  /** What it changed, where that was read: only where messages leave entries without a commit. */
  readonly changes?: CommitChanges;
}

export interface MatchRequest {
  readonly entries: readonly ChangelogEntry[];
  readonly commits: readonly MatchCommit[];
  /** Paths of the notes themselves: a commit that changes only them backs nothing. */
  readonly notePaths: readonly string[];
  /** Names of the files with one entry each that are there at the range's end. */
  readonly fragments?: ReadonlySet<string>;
  /** Of releases that another one of the range follows: what was taken back later was in them. */
  readonly outBefore?: ReadonlySet<ChangelogEntry>;
}

export interface EntryMatch {
  /** In the order of the entries. */
  readonly entries: readonly Pick<ReleaseNoteFact, 'commits' | 'backed' | 'by'>[];
  /** User-visible commits that no entry mentions, oldest first. */
  readonly unmentioned: readonly CommitSha[];
  /** Those, and with them the commits that an entry only resembles. */
  readonly unnamed: readonly CommitSha[];
  /** Of those, the commits that wrote an entry themselves which is gone. */
  readonly dropped: ReadonlySet<CommitSha>;
}

/** One entry's commits, as indexes into the commits that can back something. */
export interface Backing {
  readonly commits: readonly number[];
  readonly by: ReleaseNoteFact['by'];
}

/** Changed lines of one place in one file. */
export interface ChangeWindow {
  readonly path: string;
  readonly text: string;
}

export interface CommitChanges {
  /** Lines that it adds to the notes. */
  readonly notes: readonly string[];
  /** Lines of the notes that it writes anew: what stood there, and what stands in its place. */
  readonly rewrites?: readonly {
    readonly from: readonly string[];
    readonly to: readonly string[];
  }[];
  /** Everything else that it changes. */
  readonly windows: readonly ChangeWindow[];
}
