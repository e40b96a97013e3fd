/** Which releases and entries of the notes belong to a range. Pure. */
import type { Changelog, ChangelogEntry, ChangelogRelease } from '../../words/changelog.ts';
import { saysNothingChanged } from './vague-entries.ts';

export interface RangeEntries {
  /** Their heading or an entry is new in the range. */
  readonly releases: readonly ChangelogRelease[];
  readonly entries: readonly RangeEntry[];
  /** Some entries stood under `Unreleased` at the beginning: commits before the range may back them. */
  readonly moved: boolean;
}

export interface RangeEntry {
  readonly release: ChangelogRelease;
  readonly entry: ChangelogEntry;
}

export interface RangeEntriesRequest {
  readonly now: Changelog;
  /** The notes at the range's beginning; `null` when there were none. */
  readonly before: Changelog | null;
  /** Versions with a tag that the range's end does not contain: another line of releases. */
  readonly elsewhere: ReadonlySet<string>;
  /** Versions with a tag at the range's beginning or before it. */
  readonly released: ReadonlySet<string>;
  /** Of the tags' pattern; headings of other packages do not count. */
  readonly package: string | null;
}

/**
 * A release whose heading is new is of the range with all its entries, also those that had stood under `Unreleased`.
 * Of any other release, the entries that are new; one that was only worded again is not.
 */
export function entriesOfRange(request: RangeEntriesRequest): RangeEntries {
  const { now, before, elsewhere, released } = request;
  const known = new Map<string, Set<string>>();
  for (const release of before?.releases ?? []) {
    const texts = known.get(keyOf(release)) ?? new Set();
    for (const { text } of release.entries) texts.add(normal(text));
    known.set(keyOf(release), texts);
  }
  const pending = known.get(PENDING) ?? new Set();
  const releases: ChangelogRelease[] = [];
  const entries: RangeEntry[] = [];
  let moved = false;
  for (const release of now.releases) {
    if (!isOfPackage(release, request.package)) continue;
    const { version } = release;
    const then = known.get(keyOf(release));
    if (then === undefined && version !== null && (elsewhere.has(version) || released.has(version)))
      continue;
    const isNew = then === undefined && version !== null;
    const own = isNew ? release.entries : newEntries(release, then ?? new Set());
    const fresh = own.filter(({ text }) => !saysNothingChanged(text));
    if (!isNew && fresh.length === 0) continue;
    releases.push(release);
    entries.push(...fresh.map((entry) => ({ release, entry })));
    moved ||= isNew && release.entries.some(({ text }) => pending.has(normal(text)));
  }
  return { releases, entries, moved };
}

const PENDING = '\0pending';

function keyOf({ version, package: name }: ChangelogRelease): string {
  return version === null ? PENDING : `${name ?? ''}@${version}`;
}

function isOfPackage({ package: name }: ChangelogRelease, wanted: string | null): boolean {
  return wanted === null || name === undefined || name === wanted;
}

/** Entries that stood there in other words are paired off first, each once. */
function newEntries(
  { entries }: ChangelogRelease,
  then: ReadonlySet<string>,
): readonly ChangelogEntry[] {
  const texts = new Set(entries.map(({ text }) => normal(text)));
  const gone = [...then]
    .filter((text) => !texts.has(text))
    .slice(0, 500)
    .map(wordsOf);
  return entries.filter(({ text }) => {
    const plain = normal(text);
    if (then.has(plain)) return false;
    const words = wordsOf(plain);
    const index = gone.findIndex((other) => likeness(words, other) >= 0.5);
    if (index === -1) return true;
    gone.splice(index, 1);
    return false;
  });
}

/** Without marks, links and numbers, in small letters. */
function normal(text: string): string {
  return text
    .replaceAll(/\]\([^()\s]*\)/g, ']')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').slice(0, 100));
}

/** Shared words against all words of both, 0…1. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  return shared / (left.size + right.size - shared);
}
