/** The releases that a project has had, as notes and tags together tell of them. Pure. */
import type { ChangelogRelease } from '../../words/changelog.ts';
import type { CheckRequest, ReleaseTag } from './check-contract.ts';
import { compareVersions, readVersion, sameVersion, type Version } from './versions.ts';

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
