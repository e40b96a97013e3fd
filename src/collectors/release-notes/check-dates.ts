/**
 * Dates of releases. A date without a time is a day somewhere: from its beginning in UTC+14 to its end in UTC-12, and
 * nothing is wrong with a date that is right in some zone. Pure.
 */
import type { ReleaseProblem } from '../../words/release-note.ts';
import type { CheckRequest } from './contract.ts';
import {
  isInManifest,
  isOut,
  outReleases,
  tagOf,
  type VersionedRelease,
  compareVersions,
  readVersion,
} from './versions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A release is noted, tagged and published within two days. */
const NEAR = 2 * DAY;
/** How far ahead the notes of a coming release may be written. */
const PLANNED = 60 * DAY;
const SIBLINGS = 10;

export function checkDates(request: CheckRequest): readonly ReleaseProblem[] {
  return request.releases.filter(isOut).flatMap((release) => {
    const wrong = whatIsWrong(release, request);
    if (wrong !== null) {
      return [
        {
          code: 'date-wrong' as const,
          severity: 'medium' as const,
          message: wrong.message,
          path: release.path,
          line: release.line,
          commits: [],
          advice: wrong.advice,
        },
      ];
    }
    return isDateMissing(release, request) ? [missing(release)] : [];
  });
}

interface Wrong {
  readonly message: string;
  readonly advice: string;
}

function whatIsWrong(release: VersionedRelease, request: CheckRequest): Wrong | null {
  const { version, date, badDate } = release;
  const tag = tagOf(request, version);
  const tagDay = tag === null ? null : dayIn(tag.date, request.timezone);
  if (badDate !== null) {
    return {
      message: `The heading of ${version} says ${badDate}, and there is no such day.`,
      advice:
        tagDay === null ? 'Write the day of the release.' : `Write ${tagDay}, the day of the tag.`,
    };
  }
  if (date === null) return null;
  if (tag !== null && tagDay !== null) {
    const near = [tag.date, tag.committed].some((one) => apart(date, one) <= NEAR);
    if (near || tagsAreElsewhen(request, release)) return null;
    return {
      message: `The heading of ${version} says ${date}, and the tag ${tag.name} is of ${tagDay}.`,
      advice:
        swapped(date) === tagDay
          ? `Write ${tagDay}: day and month are swapped.`
          : `Write ${tagDay}, the day of the tag.`,
    };
  }
  return againstNeighbours(release, date, request);
}

function againstNeighbours(
  release: VersionedRelease,
  date: string,
  request: CheckRequest,
): Wrong | null {
  const end = request.commits.reduce(
    (last, commit) => Math.max(last, Date.parse(commit.date)),
    -Infinity,
  );
  const isOutNow = isInManifest(request, release.version);
  if (Number.isFinite(end) && firstMoment(date) > end + (isOutNow ? DAY : PLANNED)) {
    return {
      message: `The heading of ${release.version} says ${date}, and the newest commit of the range is of ${dayIn(new Date(end).toISOString(), request.timezone)}.`,
      advice: 'Write the day on which the release is made.',
    };
  }
  const before = releaseBefore(release, request);
  if (before === null || lastMoment(date) >= Date.parse(`${before.date}T00:00:00Z`)) return null;
  return {
    message: `The heading of ${release.version} says ${date}, and ${before.version} before it is of ${before.date}.`,
    advice: 'Correct the date of the one or the other.',
  };
}

/** The release below it in its own line, or the one that the range begins with. */
function releaseBefore(
  release: VersionedRelease,
  request: CheckRequest,
): { readonly version: string; readonly date: string } | null {
  const version = readVersion(release.version);
  if (version === null) return null;
  const from = request.tags.find((tag) => tag.name === request.range.fromName);
  const known = [
    ...outReleases(request).filter(
      (other) => readVersion(other.version)?.numbers[0] === version.numbers[0],
    ),
    ...(from === undefined
      ? []
      : [{ version: from.version, date: dayIn(from.date, request.timezone) }]),
  ];
  const lower = known
    .flatMap((other) => {
      const parsed = readVersion(other.version);
      return parsed === null ||
        other.date === null ||
        parsed.pre !== null ||
        compareVersions(parsed, version) >= 0
        ? []
        : [{ version: other.version, date: other.date, parsed }];
    })
    .toSorted((a, b) => compareVersions(a.parsed, b.parsed));
  return lower.at(-1) ?? null;
}

/** Most releases around it have a date, and it is out: no tag and no manifest means that it is still being written. */
function isDateMissing(release: VersionedRelease, request: CheckRequest): boolean {
  if (release.date !== null) return false;
  const knowsReleases = request.tags.length > 0 || request.manifests.length > 0;
  if (
    knowsReleases &&
    tagOf(request, release.version) === null &&
    !isInManifest(request, release.version)
  ) {
    return false;
  }
  const siblings = outReleases(request)
    .filter(({ path, line }) => path === release.path && line !== release.line)
    .toSorted((a, b) => Math.abs(a.line - release.line) - Math.abs(b.line - release.line))
    .slice(0, SIBLINGS);
  const dated = siblings.filter(({ date, badDate }) => date !== null || badDate !== null);
  return siblings.length > 0 && dated.length * 5 >= siblings.length * 4;
}

function missing({ version, path, line }: VersionedRelease): ReleaseProblem {
  return {
    code: 'date-missing',
    severity: 'low',
    message: `The heading of ${version} has no date, and the others have one.`,
    path,
    line,
    commits: [],
    advice: 'Add the day of the release, written as the other headings have it.',
  };
}

/** A project whose tags were made at another time than its releases: they cannot judge a date. */
function tagsAreElsewhen(request: CheckRequest, now: VersionedRelease): boolean {
  const pairs = outReleases(request).flatMap((release) => {
    const tag = release === now ? null : tagOf(request, release.version);
    return tag === null || release.date === null ? [] : [apart(release.date, tag.date) > NEAR];
  });
  const off = pairs.filter(Boolean).length;
  return off >= 2 && off * 3 > pairs.length;
}

/** Milliseconds between an instant and a day in whichever zone is kindest. */
function apart(date: string, instant: string): number {
  const time = Date.parse(instant);
  return Math.max(0, firstMoment(date) - time, time - lastMoment(date));
}

function firstMoment(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) - 14 * HOUR;
}

function lastMoment(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) + 36 * HOUR;
}

function dayIn(instant: string, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(instant));
}

function swapped(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${year}-${day}-${month}`;
}
