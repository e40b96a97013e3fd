/** What the checks of versions, dates and marks are given. */
import type { Changelog, ChangelogEntry, ChangelogRelease } from '../../words/changelog.ts';
import type { ReleaseRange } from '../../words/release-note.ts';
import type { EntryMatch, MatchCommit } from './match-contract.ts';

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
