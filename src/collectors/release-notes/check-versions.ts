/** Headings against tags and manifests. Pure. */
import type { ReleaseProblem } from '../../words/release-note.ts';
import type { CheckRequest } from './contract.ts';
import {
  isOut,
  outReleases,
  tagOf,
  tagsOfRange,
  versionBefore as versionBelow,
  type VersionedRelease,
  compareVersions,
  isWorkingVersion,
  readVersion,
  sameVersion,
} from './versions.ts';

interface Raised {
  readonly version: string;
  /** `the tag v1.4.0`, `package.json`. */
  readonly who: string;
  readonly path: string | null;
}

export function checkVersions(request: CheckRequest): readonly ReleaseProblem[] {
  if (request.changelog.form === 'changesets' || request.changelog.generated) return [];
  const headings = outReleases(request);
  const fresh = request.releases.filter(isOut);
  const raised = raisedVersions(request).filter(
    ({ version }) => !headings.some((release) => sameVersion(release.version, version)),
  );
  /** New headings that neither a tag nor a manifest knows: one of them is likely the raised version, misspelt. */
  const loose = fresh.filter(
    (release) =>
      isAfterBeginning(release, request) &&
      tagOf(request, release.version) === null &&
      !request.manifests.some(({ version }) => sameVersion(version, release.version)),
  );
  const problems = raised.map((missing, index) => {
    const heading = loose[index];
    return heading === undefined || isLongBefore(heading, missing, request)
      ? headingMissing(missing, request)
      : mismatch(missing, heading);
  });
  return [...problems, ...staleManifests(request, fresh)];
}

/** A heading of a day long before the tag is of another release, whatever tags name. */
const LONG_MS = 60 * 86_400_000;

function isLongBefore(
  { date }: VersionedRelease,
  { version }: Raised,
  request: CheckRequest,
): boolean {
  const tag = tagOf(request, version);
  return tag !== null && date !== null && Date.parse(tag.date) - Date.parse(date) > LONG_MS;
}

/** Versions that tags or manifests reached within the range, each once. */
function raisedVersions(request: CheckRequest): readonly Raised[] {
  const tags = writesHeadingsForTags(request)
    ? tagsOfRange(request)
        .filter(({ version }) => isRelease(version))
        .map(({ name, version }) => ({ version, who: `the tag ${name}`, path: null }))
    : [];
  const manifests = ownManifests(request)
    .filter(
      ({ version, versionBefore }) =>
        isRelease(version) &&
        versionBefore !== null &&
        isRaised(versionBefore, version) &&
        keepsPace(versionBefore, request),
    )
    .map(({ path, version }) => ({ version, who: path, path }));
  const all: readonly Raised[] = [...tags, ...manifests];
  return all.filter(
    ({ version }, at) => all.findIndex((other) => sameVersion(other.version, version)) === at,
  );
}

/** A manifest that kept pace with the notes until the range began, and did not take the step of the newest heading. */
function staleManifests(
  request: CheckRequest,
  fresh: readonly VersionedRelease[],
): readonly ReleaseProblem[] {
  const newest = fresh
    .flatMap((release) => {
      const version = readVersion(release.version);
      return version === null ? [] : [{ release, version }];
    })
    .toSorted((a, b) => compareVersions(a.version, b.version))
    .at(-1);
  if (newest === undefined) return [];
  return ownManifests(request).flatMap(({ path, version, versionBefore }) => {
    const stands = readVersion(version);
    if (stands === null || versionBefore === null || !sameVersion(version, versionBefore))
      return [];
    if (isWorkingVersion(stands) || compareVersions(stands, newest.version) >= 0) return [];
    if (!sameVersion(versionBefore, versionBelow(request, newest.version)?.text ?? '')) return [];
    return [
      {
        code: 'version-mismatch' as const,
        severity: 'medium' as const,
        message: `The heading says ${newest.release.version}, and ${path} still says ${version}.`,
        path: newest.release.path,
        line: newest.release.line,
        commits: [],
        advice: `Raise the version in ${path} to ${newest.release.version}, or correct the heading.`,
      },
    ];
  });
}

/** The manifest of the project itself: the one nearest the root of each kind, packages of a monorepo left out. */
function ownManifests(request: CheckRequest): CheckRequest['manifests'] {
  const depth = (path: string): number => path.split('/').length;
  const least = Math.min(...request.manifests.map(({ path }) => depth(path)));
  const near = request.manifests.filter(({ path }) => depth(path) === least);
  return least === 1 || near.length === 1 ? near : [];
}

function isRelease(text: string): boolean {
  const version = readVersion(text);
  return version !== null && version.pre === null && !isWorkingVersion(version);
}

function isRaised(before: string, after: string): boolean {
  const [from, to] = [readVersion(before), readVersion(after)];
  return from !== null && to !== null && compareVersions(from, to) < 0;
}

/** The manifest's version before stands over notes; or there are none yet. Some count the package apart from the product. */
function keepsPace(version: string, request: CheckRequest): boolean {
  const fresh = new Set(request.releases.map(({ line }) => line));
  const earlier = outReleases(request).filter(({ line }) => !fresh.has(line));
  return earlier.length === 0 || earlier.some((release) => sameVersion(release.version, version));
}

/** Headings of older lines are brought in late, and are no misspelling of what was released now. */
function isAfterBeginning({ version }: VersionedRelease, { tags, range }: CheckRequest): boolean {
  const from = tags.find(({ name }) => name === range.fromName);
  return from === undefined || isRaised(from.version, version);
}

/** Most of the ten releases before have a heading, or there is none before. */
function writesHeadingsForTags(request: CheckRequest): boolean {
  const fresh = new Set(tagsOfRange(request));
  const earlier = request.tags
    .filter((tag) => !fresh.has(tag) && isRelease(tag.version))
    .slice(-10);
  const headings = outReleases(request);
  const told = earlier.filter(({ version }) =>
    headings.some((release) => sameVersion(release.version, version)),
  );
  // Where the notes had no heading for the release that the range begins with, they come later, or were given up.
  const begin = request.tags.find(({ name }) => name === request.range.fromName);
  const then = (request.before ?? request.changelog).releases;
  const lags =
    begin !== undefined &&
    !then.some(({ version }) => version !== null && sameVersion(version, begin.version));
  return told.length * 2 >= earlier.length && !lags;
}

function headingMissing({ version, who, path }: Raised, request: CheckRequest): ReleaseProblem {
  const file = request.changelog.releases[0]?.path ?? null;
  return {
    code: 'version-missing',
    severity: 'high',
    message: `${path === null ? `There is ${who}` : `${who} was raised to ${version}`}, and the notes have no heading for ${version}.`,
    path: file,
    line: null,
    commits: [],
    advice: `Add a heading for ${version} over the entries that it brings.`,
  };
}

function mismatch({ version, who, path }: Raised, heading: VersionedRelease): ReleaseProblem {
  return {
    code: 'version-mismatch',
    severity: 'high',
    message: `The heading says ${heading.version}, and ${path === null ? `${who} says ${version}` : `${who} says ${version}`}.`,
    path: heading.path,
    line: heading.line,
    commits: [],
    advice: `Correct the heading to ${version}, or the version in ${who}.`,
  };
}
