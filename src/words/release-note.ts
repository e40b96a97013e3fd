/** Release notes against the commits that make them true. Text of commits and entries is the repository's own. */
import type { CommitSha, RunId } from './ids.ts';

/** One entry of the range: one that stands in the notes now and did not at its beginning. */
export interface ReleaseNoteFact {
  /** `null`: not released yet. */
  readonly version: string | null;
  /** As the notes have it, `2026-11-21`; `null` when they give none. */
  readonly date: string | null;
  /** The text in one line, without its bullet. */
  readonly entry: string;
  /** The heading over it within its version, such as `Added`; `null` without one. */
  readonly section: string | null;
  readonly path: string;
  /** Where it begins, from 1. */
  readonly line: number;
  /** It says of itself that it breaks something. */
  readonly breaking: boolean;
  /** Issues, pull requests and commits that it names: `#12`, `ABC-3`, `1a2b3c4`. */
  readonly references: readonly string[];
  /** The commits of the range that make it true, the strongest first. */
  readonly commits: readonly CommitSha[];
  readonly backed: boolean;
  /** What ties it to them; `null` when nothing does. */
  readonly by: 'commit' | 'number' | 'words' | 'files' | null;
  /** Nothing backs it, and something may: too much of it stands in the commits, or the notes can rarely be traced. */
  readonly doubtful?: true;
}

export interface ReleaseCommit {
  readonly sha: CommitSha;
  /** When it was committed, ISO 8601. */
  readonly date: string;
  readonly author: string;
  readonly coAuthors: readonly string[];
  readonly subject: string;
  /** What a merge says of its change below the subject; absent where the subject says it. */
  readonly title?: string;
  /** Conventional Commits parts, `null` when the subject has another form. */
  readonly type: string | null;
  readonly scope: string | null;
  readonly breaking: boolean;
  /** What it says of the breaking change; `null` when it says nothing more. */
  readonly breakingNote: string | null;
  readonly issues: readonly string[];
  /** From `(#12)`, `Merge pull request #12` or a merge request's trailer. */
  readonly pullRequest: number | null;
  readonly merge: boolean;
  /** It, or what it merged, was taken back within the range, or it takes such a commit back. */
  readonly cancelled: boolean;
  /** Changed paths, at most 50; `moreFiles` counts the rest. */
  readonly files: readonly string[];
  readonly moreFiles: number;
  /** Users of the product can notice it, as far as type, words and paths tell. */
  readonly userVisible: boolean;
}

/** Something wrong with a version, a date, a heading or a mark. */
export interface ReleaseProblem {
  readonly code:
    | 'breaking-unmarked'
    | 'date-missing'
    | 'date-wrong'
    | 'duplicate-entry'
    | 'duplicate-version'
    | 'entry-differs'
    | 'released-before'
    | 'released-later'
    | 'version-mismatch'
    | 'version-missing'
    | 'version-order'
    | 'version-too-small';
  readonly severity: 'low' | 'medium' | 'high';
  /** One sentence with the values. */
  readonly message: string;
  readonly path: string | null;
  readonly line: number | null;
  /** The commits that it is about. */
  readonly commits: readonly CommitSha[];
  /** What a person would do about it, in one sentence. */
  readonly advice: string;
}

export interface ReleaseRange {
  /** `null`: from the first commit. Not part of the range itself. */
  readonly from: CommitSha | null;
  readonly to: CommitSha;
  /** For people: a tag, a ref, or `the first commit`. */
  readonly fromName: string;
  readonly toName: string;
  readonly by: 'last-release' | 'given' | 'deployment';
}

export interface ReleaseDeployment {
  /** The ref that moves to what is deployed, or the environment that an event named. */
  readonly ref: string;
  /** `null`: no good run has seen it before. */
  readonly previous: CommitSha | null;
  readonly deployed: CommitSha;
  /** The run that checked this very deployment already; `null` when none did. */
  readonly checkedBy: RunId | null;
  /**
   * Present when it went back: what is deployed now is an ancestor of what was. The range then runs from `deployed` to
   * `previous`, and tells what users no longer have.
   */
  readonly rolledBack?: true;
}
