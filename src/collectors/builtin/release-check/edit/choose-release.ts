/** The release of the notes that a change belongs to. Pure. */
import type { CommitSha } from '../../../../words/ids.ts';
import type { Outline, OutlineRelease } from './outline.ts';

export interface EndOfRange {
  /** The version that a commit of the range was released in; `null` when it was in none yet. */
  versionOf(sha: CommitSha): string | null;
  /** Versions that have headings new in this range though nothing in it says that they are out. */
  readonly inPreparation: readonly string[];
  /** Of the release at the range's end, `2026-11-21`; `null` when it is not out. */
  readonly date: string | null;
}

/** `null` when the notes have none yet. */
export function chooseRelease(
  { releases }: Outline,
  version: string | null,
  { inPreparation }: EndOfRange,
): OutlineRelease | null {
  const pending = releases.find((release) => release.version === null);
  if (version !== null) {
    const own = releases.find((release) => sameVersion(release.version, version));
    // Entries of a release that has no heading yet are under the unreleased heading.
    return own ?? (pending !== undefined && hasEntries(pending) ? pending : null);
  }
  const prepared = releases.find((release) =>
    inPreparation.some((one) => sameVersion(release.version, one)),
  );
  if (pending !== undefined && (prepared === undefined || hasEntries(pending))) return pending;
  return prepared ?? null;
}

/** `1.2` and `1.2.0` are one release. */
export function sameVersion(one: string | null, other: string): boolean {
  return one !== null && plain(one) === plain(other);
}

function plain(version: string): string {
  const bare = version.toLowerCase().replace(/^v/, '');
  return /^\d+\.\d+$/.test(bare) ? `${bare}.0` : bare;
}

function hasEntries({ sections }: OutlineRelease): boolean {
  return sections.some(({ entries }) => entries.length > 0);
}
