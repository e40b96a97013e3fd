/** Headings out of order, and headings that stand twice. Pure. */
import type { ReleaseProblem } from '../../words/release-note.ts';
import type { CheckRequest } from './check-contract.ts';
import { outReleases, type VersionedRelease } from './release-history.ts';
import { compareVersions, readVersion, sameVersion } from './versions.ts';

export function checkOrder(request: CheckRequest): readonly ReleaseProblem[] {
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
