/** Versions raised by less than what they bring. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { oneLine, plural } from '../../words/text.ts';
import { breaksUsers } from './breaking-changes.ts';
import { classOf, pathKind } from './change-evidence.ts';
import type { CheckRequest, MatchCommit } from './contract.ts';
import {
  isOut,
  outReleases,
  tagOf,
  versionBefore,
  type VersionedRelease,
  compareVersions,
  countsByDate,
  readVersion,
  stepBetween,
  type Version,
} from './versions.ts';

/** Where there are no sections, the entry's first word says it. */
const ADDS = /^(?:\[?new\]?|add(?:s|ed)?|introduce[sd]?)\b/i;
/** What a project did longer ago is no habit of today. */
const RECENT_PATCHES = 20;
const FEATURES = /^(?:added|new\b|features?|new features?|minor changes)\b/i;
const FIXES = /^(?:bug ?)?fix/i;

export function checkVersionSizes(request: CheckRequest): readonly ReleaseProblem[] {
  if (!looksLikeSemver(request)) return [];
  const fresh = request.releases.filter(isOut);
  return fresh.flatMap((release) => {
    const version = readVersion(release.version);
    if (version === null || version.pre !== null) return [];
    const before = versionBefore(request, version);
    if (before === null || before.pre !== null) return [];
    return judgeRelease({ release, version, before, only: fresh.length === 1 }, request);
  });
}

interface Raised {
  readonly release: VersionedRelease;
  readonly version: Version;
  readonly before: Version;
  /** It is the only new release of the range: what no entry mentions can only be in this one. */
  readonly only: boolean;
}

function judgeRelease(raised: Raised, request: CheckRequest): readonly ReleaseProblem[] {
  const { version, before } = raised;
  const step = stepBetween(before, version);
  const [major = 0, minor = 0] = version.numbers;
  if (step === 'major' || step === 'none' || (major === 0 && minor === 0)) return [];
  const breaking = breakingOf(raised, request);
  if (breaking.length > 0 && breaksInSmallSteps(request, raised.release)) return [];
  if (breaking.length > 0 && (major > 0 || step === 'patch')) {
    return [
      tooSmall(raised, {
        what: 'a breaking change',
        found: breaking,
        next: nextVersion(before, major > 0 ? 'major' : 'minor'),
      }),
    ];
  }
  if (step !== 'patch' || major === 0) return [];
  const features = featuresOf(raised, request);
  if (features.length === 0) return [];
  return [
    tooSmall(raised, { what: 'a feature', found: features, next: nextVersion(before, 'minor') }),
  ];
}

interface Found {
  readonly commit: MatchCommit | null;
  readonly entry: ChangelogEntry | null;
}

function breakingOf(raised: Raised, request: CheckRequest): readonly Found[] {
  const commits = commitsOf(raised, request).filter(
    ({ commit }) => commit !== null && breaksUsers(commit),
  );
  const entries = entriesOf(raised.release, request)
    .filter(callsItselfBreaking)
    .map((entry) => ({ commit: null, entry }));
  return commits.length > 0 ? commits : entries;
}

/** By a mark or its heading, not by talking of breaking changes. */
function callsItselfBreaking({ text, section }: ChangelogEntry): boolean {
  return (
    /breaking/i.test(section ?? '') || /^\W*breaking\b/i.test(text) || /\bBREAKING\b/.test(text)
  );
}

function featuresOf(raised: Raised, request: CheckRequest): readonly Found[] {
  // What no entry announces is not offered to users yet, or is told as missing.
  const commits = commitsOf(raised, request).filter(
    ({ commit, entry }) =>
      commit !== null &&
      entry !== null &&
      // What the notes call a fix is one, whatever its commit is called.
      !FIXES.test(entry.section ?? '') &&
      commit.userVisible &&
      classOf(commit) === 'feature' &&
      commit.allFiles.some((path) => pathKind(path) === 'product'),
  );
  if (putsFeaturesInPatches(request, raised.release)) return [];
  if (commits.length > 0) return commits;
  return entriesOf(raised.release, request)
    .filter((entry) => FEATURES.test(entry.section ?? ''))
    .map((entry) => ({ commit: null, entry }));
}

/** The commits that its entries rest on, and, when it is the only one, those that no entry mentions. */
function commitsOf({ release, only }: Raised, request: CheckRequest): readonly Found[] {
  const inRelease = new Set(entriesOf(release, request));
  const bySha = new Map(request.commits.map((commit) => [commit.sha, commit]));
  const told = request.entries.flatMap((entry, index) =>
    inRelease.has(entry)
      ? (request.match.entries[index]?.commits ?? []).map((sha) => ({
          commit: bySha.get(sha) ?? null,
          entry,
        }))
      : [],
  );
  const elsewhere = new Set(request.match.entries.flatMap(({ commits }) => commits));
  const tag = tagOf(request, release.version);
  const untold = request.commits
    .filter(
      ({ sha, date }) =>
        !elsewhere.has(sha) && (tag === null || Date.parse(date) <= Date.parse(tag.date)),
    )
    .map((commit) => ({ commit, entry: null }));
  const found = only ? [...told, ...untold] : told;
  return found.filter(
    ({ commit }, at) => found.findIndex((other) => other.commit === commit) === at,
  );
}

function entriesOf(release: VersionedRelease, request: CheckRequest): readonly ChangelogEntry[] {
  return request.entries.filter(
    ({ path, line }) => path === release.path && line >= release.line && line <= release.end,
  );
}

/** Three numbers, most of the time, and not the year first. */
function looksLikeSemver(request: CheckRequest): boolean {
  const versions = [...outReleases(request), ...request.tags].flatMap(
    ({ version }) => readVersion(version) ?? [],
  );
  const three = versions.filter(({ numbers }) => numbers.length === 3);
  const dated = [
    ...outReleases(request).flatMap(({ version, date }) =>
      date === null ? [] : [{ version, date }],
    ),
    ...request.tags,
  ];
  return three.length * 10 >= versions.length * 7 && !countsByDate(dated);
}

/** A project of which a smaller release broke something before, and said so, does not promise what this asks for. */
function breaksInSmallSteps(request: CheckRequest, now: VersionedRelease): boolean {
  const small = outReleases(request).filter((release) => {
    const numbers = readVersion(release.version)?.numbers ?? [];
    return release !== now && (numbers[0] ?? 0) > 0 && numbers.slice(1).some((one) => one > 0);
  });
  const broke = small.filter(({ entries }) => entries.some(callsItselfBreaking));
  return broke.length > 0;
}

/** Of the last patch releases several list features: the project means something else by them. */
function putsFeaturesInPatches(request: CheckRequest, now: VersionedRelease): boolean {
  const patches = outReleases(request)
    .flatMap((release) => {
      const version = readVersion(release.version);
      const isPatch = release !== now && version !== null && (version.numbers[2] ?? 0) > 0;
      return isPatch ? [{ release, version }] : [];
    })
    .toSorted((a, b) => compareVersions(b.version, a.version))
    .slice(0, RECENT_PATCHES);
  const withFeatures = patches.filter(({ release }) =>
    release.entries.some(({ section, text }) =>
      section === null ? ADDS.test(text) : FEATURES.test(section),
    ),
  );
  return withFeatures.length >= 2;
}

function tooSmall(
  { release, version, before }: Raised,
  {
    what,
    found,
    next,
  }: { readonly what: string; readonly found: readonly Found[]; readonly next: string },
): ReleaseProblem {
  const [first] = found;
  const name =
    first?.commit === null || first === undefined
      ? `the entry "${oneLine(first?.entry?.text ?? '', 100)}"`
      : `${first.commit.sha.slice(0, 7)} "${oneLine(first.commit.subject, 100)}"`;
  const more = found.length > 1 ? ` and ${plural(found.length - 1, 'other')}` : '';
  return {
    code: 'version-too-small',
    severity: what === 'a feature' ? 'medium' : 'high',
    message: `${version.text} follows ${before.text}, and it brings ${what}: ${name}${more}.`,
    path: release.path,
    line: release.line,
    commits: found.flatMap(({ commit }) => commit?.sha ?? []),
    advice: `Call the release ${next}, or take the change out of it.`,
  };
}

function nextVersion({ numbers }: Version, step: 'major' | 'minor'): string {
  const [major = 0, minor = 0] = numbers;
  return step === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}
