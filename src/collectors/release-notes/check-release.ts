/** What is wrong with versions, dates, headings and marks. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { oneLine } from '../../words/text.ts';
import { checkBreaking } from './breaking-changes.ts';
import { checkDates } from './check-dates.ts';
import { checkVersionSizes } from './check-version-size.ts';
import { checkVersions } from './check-versions.ts';
import type { CheckRequest } from './contract.ts';
import { wordsOf } from './entry-words.ts';
import { vagueKind } from './vague-entries.ts';
import {
  outReleases,
  type VersionedRelease,
  compareVersions,
  readVersion,
  sameVersion,
} from './versions.ts';

const LEAST_WORDS = 2;

/** Headings first, in the order in which a person would put them right. */
export function checkRelease(request: CheckRequest): readonly ReleaseProblem[] {
  return [
    ...checkBreaking(request),
    ...checkVersionSizes(request),
    ...checkVersions(request),
    ...checkOrder(request),
    ...checkDates(request),
    ...checkDuplicates(request),
  ];
}

/**
 * Entries that stand twice. Pure.
 * Within one release, and in a release of the range and among what is not released yet. The same entry under two
 * releases is how a change that went to two lines is told, and no mistake.
 */
function checkDuplicates(request: CheckRequest): readonly ReleaseProblem[] {
  const releases = [...request.changelog.releases, ...(request.otherReleases ?? [])];
  const releaseOf = (entry: ChangelogEntry): number =>
    releases.findIndex(
      ({ path, line, end }) => path === entry.path && entry.line >= line && entry.line <= end,
    );
  const seen = new Map<string, ChangelogEntry>();
  return request.entries.flatMap((entry) => {
    const text = sameText(entry);
    if (text === null) return [];
    const release = releaseOf(entry);
    const inRelease = seen.get(`${release}:${text}`);
    const pending = releases[release]?.version === null;
    const elsewhere = seen.get(`${pending ? 'released' : 'pending'}:${text}`);
    seen.set(`${release}:${text}`, inRelease ?? entry);
    seen.set(`${pending ? 'pending' : 'released'}:${text}`, entry);
    const first = inRelease ?? elsewhere;
    if (first === undefined) return [];
    return [
      {
        code: 'duplicate-entry' as const,
        severity: 'low' as const,
        message: `The entry "${oneLine(entry.text, 100)}" is there twice, ${where(first, entry)}.`,
        path: entry.path,
        line: entry.line,
        commits: [],
        advice: 'Remove one of the two.',
      },
    ];
  });
}

/** All entries of a JSON file may stand on one line. */
function where(first: ChangelogEntry, second: ChangelogEntry): string {
  return first.line === second.line
    ? `in line ${first.line}`
    : `in lines ${first.line} and ${second.line}`;
}

/** `null`: too little to be the same by more than chance. */
function sameText(entry: ChangelogEntry): string | null {
  if (vagueKind(entry.text) !== null) return null;
  const { stems } = wordsOf(entry.text);
  if (stems.size < LEAST_WORDS) return null;
  return entry.text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
}

/** Headings out of order, and headings that stand twice. Pure. */
function checkOrder(request: CheckRequest): readonly ReleaseProblem[] {
  const { form } = request.changelog;
  const fresh = new Set(request.releases.map(({ path, line }) => `${line} ${path}`));
  const isFresh = ({ path, line }: VersionedRelease): boolean => fresh.has(`${line} ${path}`);
  const all = outReleases(request);
  const byPath = [...new Set(all.map(({ path }) => path))].map((path) =>
    all.filter((release) => release.path === path),
  );
  return byPath.flatMap((releases) => [
    ...duplicates(releases, isFresh),
    ...(form === 'github' || form === 'changesets' ? [] : outOfOrder(releases, isFresh)),
  ]);
}

function duplicates(
  releases: readonly VersionedRelease[],
  isFresh: (release: VersionedRelease) => boolean,
): readonly ReleaseProblem[] {
  return releases.flatMap((release, at) => {
    const first = releases
      .slice(0, at)
      .find(
        (other) =>
          sameVersion(other.version, release.version) && packageOf(other) === packageOf(release),
      );
    if (first === undefined || !(isFresh(release) || isFresh(first))) return [];
    return [
      {
        code: 'duplicate-version' as const,
        severity: 'medium' as const,
        message: `There are two headings for ${release.version}, in lines ${first.line} and ${release.line}.`,
        path: release.path,
        line: isFresh(release) ? release.line : first.line,
        commits: [],
        advice: 'Join the two, or correct the version of one.',
      },
    ];
  });
}

/** Neighbours that neither their versions nor their dates put in this order. */
function outOfOrder(
  releases: readonly VersionedRelease[],
  isFresh: (release: VersionedRelease) => boolean,
): readonly ReleaseProblem[] {
  const pairs = releases.slice(1).flatMap((below, index) => {
    const above = releases[index];
    return above === undefined ? [] : [{ above, below, sign: signOf(above, below) }];
  });
  const newestFirst = pairs.filter(({ sign }) => sign > 0).length;
  const oldestFirst = pairs.filter(({ sign }) => sign < 0).length;
  const wrongSign = newestFirst >= oldestFirst ? -1 : 1;
  return pairs
    .filter(({ above, below, sign }) => sign === wrongSign && (isFresh(above) || isFresh(below)))
    .filter(
      ({ above, below }) =>
        !datesAgree(above, below, wrongSign) && packageOf(above) === packageOf(below),
    )
    .map(({ above, below }) => ({
      code: 'version-order' as const,
      severity: 'low' as const,
      message: `${above.version} stands above ${below.version}, and the notes have the ${wrongSign < 0 ? 'newest' : 'oldest'} release first.`,
      path: above.path,
      line: isFresh(above) ? above.line : below.line,
      commits: [],
      advice: `Move ${above.version} below ${below.version}, or correct its version.`,
    }));
}

function signOf(above: VersionedRelease, below: VersionedRelease): number {
  const [one, other] = [readVersion(above.version), readVersion(below.version)];
  return one === null || other === null ? 0 : Math.sign(compareVersions(one, other));
}

/** A release of an older line stands where its date puts it; without dates the lines tell nothing of each other. */
function datesAgree(above: VersionedRelease, below: VersionedRelease, wrongSign: number): boolean {
  if (above.date === null || below.date === null) {
    return readVersion(above.version)?.numbers[0] !== readVersion(below.version)?.numbers[0];
  }
  const [one, other] = wrongSign < 0 ? [above.date, below.date] : [below.date, above.date];
  return lineOf(above) !== lineOf(below) && one >= other;
}

function lineOf({ version }: VersionedRelease): string {
  return (readVersion(version)?.numbers ?? []).slice(0, 2).join('.');
}

/** In notes of several packages the heading names one: `core 1.2.0`. */
function packageOf({ title, version }: VersionedRelease): string {
  return title
    .replace(version, '')
    .replace(
      /\([^)]*\)|\[[^\]]*\]|\d[\d./-]*|\b(?:v|version|release[ds]?|yanked|on|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)\b/gi,
      '',
    )
    .replaceAll(/[^\p{L}@/-]/gu, '')
    .replaceAll(/^[-/]+|[-/]+$/g, '')
    .toLowerCase();
}
