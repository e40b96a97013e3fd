/** Which commits make which entry true. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import { seemToDiffer } from './check-differs.ts';
import type { Backing, EntryMatch, MatchCommit, MatchRequest, CommitChanges } from './contract.ts';
import { matchDependencies } from './dependency-changes.ts';
import { writesNotes } from './find-notes.ts';
import { matchWindows, matchWritten, plainLine } from './match-changes.ts';
import { matchWords } from './match-words.ts';
import { isReleaseSubject, changeTitle, takenBackOf } from './message-parts.ts';
import {
  commitsByNumber,
  commitsNamed,
  entryNumbers,
  indexNumbers,
  titleNames,
} from './numbered-notes.ts';
import { vagueCovers, vagueKind, isFeature } from './vague-entries.ts';
import { findWriters, readWritten, withWriters } from './written-entries.ts';

/** A vague entry names at most this many of the commits that it covers. */
const MAX_COVERED = 50;

export function matchEntries(request: MatchRequest): EntryMatch {
  const cancelled = cancelledOf(request.commits);
  const commits = request.commits.filter(
    (commit) => !cancelled.has(commit.sha) && canBack(commit, request.notePaths),
  );
  const { settled, telling } = settleEntries(request, commits);
  const worded = matchWords({ entries: telling, commits, settled });
  const told = telling.map((entry, index): Backing => {
    const found = settled[index] ?? worded.backings[index];
    if (found !== undefined && found.commits.length > 0) return found;
    return coverVaguely(entry, commits);
  });
  const open = told.flatMap(({ commits: found }, index) => (found.length === 0 ? [index] : []));
  const changed = matchWindows({ entries: request.entries, commits, open });
  const byChange = told.map((backing, index) =>
    telling[index]?.text === '' ? NOTHING : (changed.get(index) ?? backing),
  );
  const writers = findWriters(request.entries, commits, request.notePaths);
  const backings = byChange.map((backing, index) => {
    const titled = backing.commits.some((at) => titleNames(commits[at], request.entries[index]));
    return titled ? backing : withWriters(backing, index, writers);
  });
  const { standing, dropped } = readWritten(request, commits);
  const byOwn = commits.flatMap(({ sha }, index) => (standing.has(sha) ? [index] : []));
  const isDropped = (commit?: MatchCommit): boolean =>
    commit !== undefined && dropped.has(commit.sha);
  const left = { commits, backings, entries: telling, dropped };
  const gone = request.commits.filter(({ sha }) => cancelled.has(sha));
  const reverts = gone.filter(({ subject, body }) => takenBackOf(subject, body) !== null);
  const backedByGone = (entry?: ChangelogEntry): EntryMatch['entries'][number] => {
    const isOut = entry !== undefined && (request.outBefore?.has(entry) ?? false);
    return namedAmong(entry, isOut ? gone : reverts);
  };
  return {
    entries: backings.map(({ commits: found, by }, at) => {
      if (found.length === 0) return backedByGone(request.entries[at]);
      return { commits: found.flatMap((index) => commits[index]?.sha ?? []), backed: true, by };
    }),
    unmentioned: findUnmentioned({
      ...left,
      // What its own entry said is gone: that another one resembles it tells nothing.
      alsoTold: new Set([
        ...[...worded.alsoTold].filter((index) => !isDropped(commits[index])),
        ...byOwn,
      ]),
    }),
    unnamed: findUnmentioned({ ...left, alsoTold: new Set(byOwn) }),
    dropped,
  };
}

/** What numbers, ids, manifests and own entries tie, and the entries as far as their words may tie the rest. */
function settleEntries(
  request: MatchRequest,
  commits: readonly MatchCommit[],
): { readonly settled: readonly (Backing | null)[]; readonly telling: readonly ChangelogEntry[] } {
  const numbers = indexNumbers(commits);
  const sure = request.entries.map((entry): Backing | null => {
    const named = withBrought(commitsNamed(entry, commits), commits);
    if (named.length > 0) return { commits: named, by: 'commit' };
    const numbered = withBrought(commitsByNumber(entry, numbers), commits);
    return numbered.length > 0 ? { commits: numbered, by: 'number' } : null;
  });
  const unsettled = sure.flatMap((backing, index) => (backing === null ? [index] : []));
  const written = matchWritten({ entries: request.entries, commits, open: unsettled });
  const dependencies = matchDependencies(request.entries, commits);
  const isOut = (index: number): boolean => {
    const entry = request.entries[index];
    return entry !== undefined && request.outAtStart?.has(entry) === true;
  };
  const settled = sure.map(
    (backing, index) =>
      backing ??
      dependencies[index] ??
      written.get(index) ??
      (isOut(index) ? { commits: [], by: null } : null),
  );
  // What was out before tells of no commit here, and the number of an advisory alone of any.
  const telling = request.entries.map((entry, index) =>
    (isOut(index) || isBareAdvisory(entry.text)) && !isCertain(settled[index])
      ? { ...entry, text: '' }
      : entry,
  );
  return { settled, telling };
}

const ADVISORY = /\[?\b(?:GHSA(?:-\w{4}){3}|CVE-\d{4}-\d{4,7})\b\]?(?:\([^()\s]*\))?/gi;
const OF_ADVISORIES =
  /\b(?:security|vulnerabilit(?:y|ies)|advisor(?:y|ies)|issues?|fix(?:e[ds])?|patch(?:e[ds])?|address(?:e[ds])?|resolve[ds]?|mitigate[ds]?|for|of|the|an?|and|see|in|this|release)\b/gi;

/** `Security fix for GHSA-…`: says nothing of what was changed. */
function isBareAdvisory(text: string): boolean {
  const short = text.slice(0, 300);
  const rest = short.replace(ADVISORY, ' ');
  return rest !== short && !/\p{L}/u.test(rest.replace(OF_ADVISORIES, ' '));
}

const NOTHING: Backing = { commits: [], by: null };

function isCertain(backing: Backing | null | undefined): boolean {
  return (backing?.commits.length ?? 0) > 0;
}

/**
 * An earlier release of the range had what was taken back, and the entry tells of that, or of the taking back: by the
 * commit's own number or id.
 */
function namedAmong(
  entry: ChangelogEntry | undefined,
  commits: readonly MatchCommit[],
): EntryMatch['entries'][number] {
  if (entry === undefined || commits.length === 0) return { commits: [], backed: false, by: null };
  const numbers = new Set(entryNumbers(entry));
  const numbered = commits.filter(
    ({ pullRequest }) => pullRequest !== null && numbers.has(String(pullRequest)),
  );
  const named = commitsNamed(entry, commits).flatMap((index) => commits[index] ?? []);
  const found = named.length > 0 ? named : numbered;
  if (found.length === 0) return { commits: [], backed: false, by: null };
  return {
    commits: found.map(({ sha }) => sha),
    backed: true,
    by: named.length > 0 ? 'commit' : 'number',
  };
}

/** Commits taken back within the range, with the merges of which nothing is left. */
export function cancelledOf(commits: readonly MatchCommit[]): ReadonlySet<CommitSha> {
  const cancelled = new Set(commits.flatMap(({ sha, cancelled: is }) => (is ? [sha] : [])));
  const merges = commits.filter(
    ({ brings }) => brings.length > 0 && brings.every((sha) => cancelled.has(sha)),
  );
  return new Set([...cancelled, ...merges.map(({ sha }) => sha)]);
}

function canBack(commit: MatchCommit, notePaths: readonly string[]): boolean {
  const { allFiles } = commit;
  return allFiles.length === 0 || !allFiles.every((path) => notePaths.includes(path));
}

/** A merge stands for what it brings: first itself, then its parts. */
function withBrought(found: readonly number[], commits: readonly MatchCommit[]): readonly number[] {
  const parts = new Set(found.flatMap((index) => commits[index]?.brings ?? []));
  const brought = commits.flatMap(({ sha }, index) => (parts.has(sha) ? [index] : []));
  return [...new Set([...found, ...brought])];
}

function coverVaguely(entry: ChangelogEntry, commits: readonly MatchCommit[]): Backing {
  const kind = vagueKind(entry.text);
  if (kind === null) return { commits: [], by: null };
  const text = plainLine(entry.text);
  const covered = commits.flatMap((commit, index) =>
    vagueCovers(kind, commit) || plainLine(changeTitle(commit)) === text ? [index] : [],
  );
  return { commits: covered.slice(0, MAX_COVERED), by: 'words' };
}

/** User-visible commits that no entry mentions. Pure. */
interface UnmentionedRequest {
  readonly commits: readonly MatchCommit[];
  readonly entries: readonly ChangelogEntry[];
  readonly backings: readonly Backing[];
  readonly alsoTold: ReadonlySet<number>;
  readonly dropped: ReadonlySet<CommitSha>;
}

/** Oldest first. Of a pull request that nothing mentions, the merge is named and its parts are not. */
function findUnmentioned(request: UnmentionedRequest): readonly CommitSha[] {
  const { commits } = request;
  const told = new Set([
    ...request.backings.flatMap((backing) => backing.commits),
    ...request.alsoTold,
  ]);
  // Who writes an entry says that users notice the change, whatever its title says.
  const isVisible = ({ sha, userVisible }: MatchCommit): boolean =>
    userVisible || request.dropped.has(sha);
  const kinds = request.entries.flatMap(({ text }) => vagueKind(text) ?? []);
  const indexOf = new Map(commits.map(({ sha }, index) => [sha, index]));
  const settled = new Set<number>();
  commits.forEach((merge, index) => {
    const parts = merge.brings.flatMap((sha) => indexOf.get(sha) ?? []);
    if (parts.length === 0) return;
    const mergeTold = told.has(index);
    const partTold = parts.some((part) => told.has(part));
    // A merge is not a change of its own: it is told with any of its parts, and its parts with it.
    if (mergeTold || partTold || !isVisible(merge)) settled.add(index);
    const whole = merge.pullRequest !== null || mergeTold;
    for (const part of parts) {
      const own = commits[part];
      if (own === undefined) continue;
      if (mergeTold || (whole && !mergeTold && !partTold && isVisible(merge))) settled.add(part);
      else if (whole && partTold && !isFeature(own) && !own.breaking) settled.add(part);
    }
  });
  return commits
    .filter(
      (commit, index) =>
        isVisible(commit) &&
        !commit.cancelled &&
        !told.has(index) &&
        !settled.has(index) &&
        !isReleaseSubject(commit.subject) &&
        (request.dropped.has(commit.sha) || !kinds.some((kind) => vagueCovers(kind, commit))),
    )
    .map(({ sha, date }) => ({ sha, time: Date.parse(date) }))
    .toReversed()
    .toSorted((a, b) => a.time - b.time)
    .map(({ sha }) => sha);
}

// The matching in two rounds: by messages alone, and, for what stays without a commit, by what the commits changed.

/** Changes are read of this many commits at most: what users notice first, then the newest. */
const MAX_COMMITS = 400;

export interface MatchedRange {
  readonly match: EntryMatch;
  /** With what they changed, as far as that was read. */
  readonly commits: readonly MatchCommit[];
}

export type ReadChanges = (
  commits: readonly CommitSha[],
  what: 'notes' | 'all',
) => Promise<ReadonlyMap<CommitSha, CommitChanges>>;

/** What commits wrote into the notes is always read: it is little, and it tells most. */
export async function matchWithChanges(
  request: MatchRequest,
  read: ReadChanges,
): Promise<MatchedRange> {
  const writers = request.commits
    .filter(({ allFiles }) => writesNotes(allFiles, request.notePaths))
    .map(({ sha }) => sha);
  const withNotes = withChanges(request, await read(writers, 'notes'));
  const first = matched(withNotes);
  if (!first.match.entries.every(({ backed }) => backed)) {
    return matched(withChanges(withNotes, await read(worthReading(request.commits), 'all')));
  }
  const doubted = seemToDiffer({ ...first, entries: request.entries });
  const wanted = new Set(doubted.flatMap((index) => first.match.entries[index]?.commits ?? []));
  if (wanted.size === 0) return first;
  // What an entry rests on is not asked again: only whether it speaks of the same.
  const { commits } = withChanges(withNotes, await read([...wanted], 'all'));
  return { match: first.match, commits };
}

function matched(request: MatchRequest): MatchedRange {
  return { match: matchEntries(request), commits: request.commits };
}

function withChanges(
  request: MatchRequest,
  changes: ReadonlyMap<CommitSha, CommitChanges>,
): MatchRequest {
  const commits = request.commits.map((commit) => {
    const own = changes.get(commit.sha);
    return own === undefined ? commit : { ...commit, changes: own };
  });
  return { ...request, commits };
}

function worthReading(commits: readonly MatchCommit[]): readonly CommitSha[] {
  const own = commits.filter(({ cancelled, merge }) => !cancelled && !merge);
  return [
    ...own.filter(({ userVisible }) => userVisible),
    ...own.filter(({ userVisible }) => !userVisible),
  ]
    .slice(0, MAX_COMMITS)
    .map(({ sha }) => sha);
}
