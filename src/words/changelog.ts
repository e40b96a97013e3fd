/** A changelog, read. Lines count from 1; `end` is the last line that belongs to a part, blank lines after it left out. */

export const CHANGELOG_FORMS = ['keep-a-changelog', 'headings', 'github', 'changesets'] as const;
/**
 * `headings`: a heading a version, entries below. `github`: bodies of GitHub releases, as JSON or as files.
 * `changesets`: `.changeset/*.md`, each a pending entry.
 */
export type ChangelogForm = (typeof CHANGELOG_FORMS)[number];

export interface Changelog {
  readonly form: ChangelogForm;
  /** The file says that a program makes it: nobody writes into it by hand. */
  readonly generated?: true;
  /** Newest first where the file has it so; in the order of the file. */
  readonly releases: readonly ChangelogRelease[];
}

export interface ChangelogRelease {
  /** `null`: entries that are not released yet. */
  readonly version: string | null;
  /** The heading as it stands, without its marks. */
  readonly title: string;
  /** Of a heading such as `## package@1.2.0`; absent without one. */
  readonly package?: string;
  /** `2026-11-21`; `null` when the heading gives none. */
  readonly date: string | null;
  /** A date that no calendar has, as it stands. */
  readonly badDate: string | null;
  readonly yanked: boolean;
  readonly path: string;
  readonly line: number;
  readonly end: number;
  readonly entries: readonly ChangelogEntry[];
}

export interface ChangelogEntry {
  /** In one line, Markdown kept, bullet and continuation indents removed. */
  readonly text: string;
  readonly section: string | null;
  readonly breaking: boolean;
  /** `#12`, `ABC-3`, commit ids of 7 to 40 characters. */
  readonly references: readonly string[];
  readonly path: string;
  readonly line: number;
  readonly end: number;
}
