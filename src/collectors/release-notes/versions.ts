/** Versions as releases are called: `1.2.3`, `v2.0.0-rc.1`, `8.1`, `1.0rc1`, `2026.3.1`. Pure. */
import type { ChangelogRelease } from '../../words/changelog.ts';
import { compareVersions as compareTexts } from '../../words/version-order.ts';
import type { CheckRequest, ReleaseTag } from './contract.ts';

export interface Version {
  readonly text: string;
  readonly numbers: readonly number[];
  /** `rc.1`, `beta2`, `dev0`; `null` for a release. */
  readonly pre: string | null;
}

export type Step = 'major' | 'minor' | 'patch' | 'none';

const VERSION =
  /^v?(\d{1,9}(?:\.\d{1,9}){0,4})(?:[-._]?((?:alpha|beta|rc|dev|pre|preview|next|canary|snapshot|a|b|c)(?:[-._]?\d+)*)|-([0-9A-Za-z][0-9A-Za-z.-]{0,40}))?(?:\.(?:RELEASE|Final|GA))?(?:\+[0-9A-Za-z.-]{1,60})?$/i;

/** `null`: nothing that can be put in order. */
export function readVersion(text: string): Version | null {
  const found = VERSION.exec(text.trim());
  if (found === null) return null;
  const pre = (found[2] ?? found[3])?.toLowerCase() ?? null;
  return {
    text: text.trim().replace(/^v/i, ''),
    numbers: (found[1] ?? '').split('.').map(Number),
    pre,
  };
}

/** Negative when `a` comes before `b`; a pre-release comes before its release. */
export function compareVersions(a: Version, b: Version): number {
  return compareTexts(a.text, b.text);
}

export function sameVersion(a: string, b: string): boolean {
  const [one, other] = [readVersion(a), readVersion(b)];
  return one === null || other === null ? a === b : compareVersions(one, other) === 0;
}

/** What was raised from one release to the next. */
export function stepBetween(before: Version, after: Version): Step {
  const at = (version: Version, index: number): number => version.numbers[index] ?? 0;
  if (at(before, 0) !== at(after, 0)) return 'major';
  if (at(before, 1) !== at(after, 1)) return 'minor';
  return compareVersions(before, after) === 0 ? 'none' : 'patch';
}

/** A version that stands in a manifest between releases: `1.3.0-dev`, `1.3.0-SNAPSHOT`, `0.0.0`. */
export function isWorkingVersion(version: Version): boolean {
  if (version.numbers.every((number) => number === 0)) return true;
  return (
    version.pre !== null &&
    /^(?:dev|snapshot|develop|next|canary|pre$|alpha\.?0$)/.test(version.pre)
  );
}

/**
 * Whether these versions count by date (`2026.3.1`, `26.5.1`): where most dated ones begin with the year they came
 * in. Such versions say nothing of breaking changes.
 */
export function countsByDate(
  dated: readonly { readonly version: string; readonly date: string }[],
): boolean {
  const firsts = dated.flatMap(({ version, date }) => {
    const first = readVersion(version)?.numbers[0];
    return first === undefined ? [] : [{ first, year: Number(date.slice(0, 4)) }];
  });
  const yearly = firsts.filter(
    ({ first, year }) =>
      Math.abs(first - year) <= 1 || (first >= 15 && Math.abs(first - (year % 100)) <= 1),
  );
  return firsts.length > 0 && yearly.length * 2 > firsts.length;
}

// The releases that a project has had, as notes and tags together tell of them. Pure.
const NOT_YET =
  /\bunreleased\b|\bupcoming\b|\bnot (?:yet )?released\b|\bin (?:progress|development)\b|\bTB[AD]\b|\bnext\b/i;

export interface VersionedRelease extends ChangelogRelease {
  readonly version: string;
}

/** A heading with a version that does not say of itself that it is still to come. */
export function isOut(release: ChangelogRelease): release is VersionedRelease {
  return release.version !== null && !NOT_YET.test(release.title);
}

/** All headings of versions that are out, of the files that the range touches. */
export function outReleases(request: CheckRequest): readonly VersionedRelease[] {
  return request.changelog.releases.filter(isOut);
}

/** The release just below a version, of those that notes or tags know; pre-releases count only for pre-releases. */
export function versionBefore(request: CheckRequest, version: Version): Version | null {
  const known = [
    ...outReleases(request).map((release) => release.version),
    ...request.tags.map((tag) => tag.version),
  ].flatMap((text) => readVersion(text) ?? []);
  const lower = known
    .filter(
      (other) =>
        (version.pre !== null || other.pre === null) && compareVersions(other, version) < 0,
    )
    .toSorted(compareVersions);
  return lower.at(-1) ?? null;
}

/** Tags that came within the range. */
export function tagsOfRange(request: CheckRequest): readonly ReleaseTag[] {
  const { tags, range, commits } = request;
  const at = tags.findIndex((tag) => tag.name === range.fromName);
  if (at >= 0) {
    const from = tags[at];
    return tags.filter((tag, index) => index > at && from !== undefined && tag.date >= from.date);
  }
  if (range.from === null) return tags;
  const times = commits.map(({ date }) => Date.parse(date));
  const first = times.reduce((least, time) => Math.min(least, time), Infinity);
  return tags.filter((tag) => Date.parse(tag.date) >= first);
}

export function tagOf(request: CheckRequest, version: string): ReleaseTag | null {
  return request.tags.findLast((tag) => sameVersion(tag.version, version)) ?? null;
}

/** Whether a manifest of the range's end has this version. */
export function isInManifest(request: CheckRequest, version: string): boolean {
  return request.manifests.some((manifest) => sameVersion(manifest.version, version));
}
