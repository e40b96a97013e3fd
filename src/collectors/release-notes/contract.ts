/** What the matching of entries to commits is given and gives. */
import type { ChangelogEntry, Changelog, ChangelogRelease } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseCommit, ReleaseNoteFact, ReleaseRange } from '../../words/release-note.ts';

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
  /** Of releases that were out before the range began: what a commit of it resembles there came later. Default: none. */
  readonly outAtStart?: ReadonlySet<ChangelogEntry>;
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

// What the checks of versions, dates and marks are given.
export interface ReleaseTag {
  readonly name: string;
  readonly version: string;
  /** Of the tag or its commit, ISO 8601. */
  readonly date: string;
  /** Of its commit, to which a tag may be put days later. */
  readonly committed: string;
}

export interface CheckRequest {
  readonly changelog: Changelog;
  /** As it was at the range's beginning; absent or `null` where there was none. */
  readonly before?: Changelog | null;
  /** Releases of the range: their heading or an entry is new in it. */
  readonly releases: readonly ChangelogRelease[];
  readonly entries: readonly ChangelogEntry[];
  /** Releases of the notes of other packages, whose versions are numbered apart. */
  readonly otherReleases?: readonly ChangelogRelease[];
  readonly match: EntryMatch;
  readonly commits: readonly MatchCommit[];
  readonly range: ReleaseRange;
  /** Release tags up to the range's end, oldest first. */
  readonly tags: readonly ReleaseTag[];
  /** The version that the project gives itself (package.json, pyproject.toml, Cargo.toml …), by file. */
  readonly manifests: readonly {
    readonly path: string;
    readonly version: string;
    readonly versionBefore: string | null;
  }[];
  /** IANA zone in which dates of the notes are meant. */
  readonly timezone: string;
}
