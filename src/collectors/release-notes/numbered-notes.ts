/**
 * Notes whose entries name numbers. There a pull request is told by its number alone: an entry of another number that
 * speaks of the same thing is another change. Pure.
 */
import type { ChangelogEntry } from '../../words/changelog.ts';
import { isReleaseSubject } from './commit-text.ts';
import { learnHabit, listsOften, type ListingHabit, type MatchedStretch } from './listing-habit.ts';
import type { EntryMatch, MatchCommit } from './match-contract.ts';
import { writesNotes } from './notes-fragments.ts';
import { entryNumbers, ownNumbers } from './number-matches.ts';
import { classOf } from './positive-evidence.ts';

export interface NumberedNotes {
  /** Numbers that entries of any release name. */
  readonly told: ReadonlySet<string>;
  /** Of the range alone, and of all stretches. */
  readonly own: ListingHabit;
  readonly habit: ListingHabit;
  /** Of the range, with what its numbers leave open. */
  readonly match: EntryMatch;
}

interface NumberedRequest {
  readonly own: MatchedStretch;
  readonly past: readonly MatchedStretch[];
  readonly entries: readonly ChangelogEntry[];
  readonly pastEntries: readonly ChangelogEntry[];
  readonly told: ReadonlySet<string>;
}

/** Fewer entries or pull requests than this show nothing. */
const LEAST = 5;
const NUMBERED = 0.7;

/** `null`: numbers do not tell what is missing, so words do. */
export function readNumbered(request: NumberedRequest): NumberedNotes | null {
  const { own, past, entries, pastEntries, told } = request;
  if (!areNumbered(entries, pastEntries)) return null;
  const numbered = byNumbers(own, told);
  const stretches = [numbered, ...past.map((one) => byNumbers(one, told))];
  const habit = learnHabit(stretches, true);
  const named = stretches.flatMap(({ commits }) => commits).filter((one) => isNamed(one, told));
  // Entries that name issues, where commits name none, are tied by words.
  if (named.length < LEAST || named.length * 2 < habit.listed) return null;
  const inRange = learnHabit([numbered], true);
  const isListed = (commit: MatchCommit): boolean => listsOften(habit, classOf(commit));
  return { told, own: inRange, habit, match: withUnnamed(own, numbered, isListed) };
}

/** Whether most entries of the range, and of the releases before it, name a number. */
function areNumbered(
  entries: readonly ChangelogEntry[],
  earlier: readonly ChangelogEntry[],
): boolean {
  const all = [...entries, ...earlier];
  const share = (of: readonly ChangelogEntry[]): number =>
    of.filter((entry) => entryNumbers(entry).length > 0).length / Math.max(1, of.length);
  return all.length >= LEAST && share(all) >= NUMBERED && share(entries) * 2 >= 1;
}

/** A stretch as its numbers tell it: its pull requests, and those of them that no entry of any release names. */
function byNumbers(stretch: MatchedStretch, told: ReadonlySet<string>): MatchedStretch {
  const { match, notePaths = [] } = stretch;
  const commits = stretch.commits.filter(
    (one) => isRequest(one) && (one.userVisible || isSmallChange(one, notePaths)),
  );
  const visible = new Set(match.unnamed);
  const unnamed = commits.filter(
    (one) => !isNamed(one, told) && !one.cancelled && (visible.has(one.sha) || !one.userVisible),
  );
  return { ...stretch, commits, match: { ...match, unmentioned: unnamed.map(({ sha }) => sha) } };
}

/** A change that no user notices, and neither a release nor an edit of its notes. */
function isSmallChange(
  { subject, merge, brings, allFiles }: MatchCommit,
  notePaths: readonly string[],
): boolean {
  return (
    !isReleaseSubject(subject) &&
    !(merge && brings.length === 0) &&
    allFiles.some((path) => !writesNotes([path], notePaths))
  );
}

function isNamed(commit: MatchCommit, told: ReadonlySet<string>): boolean {
  return ownNumbers(commit).some((number) => told.has(number));
}

/** Pull requests are missing by their number, and other commits by their words; oldest first. */
function withUnnamed(
  { commits: all, match }: MatchedStretch,
  { commits, match: own }: MatchedStretch,
  isListed: (commit: MatchCommit) => boolean,
): EntryMatch {
  const requests = new Set(commits.map(({ sha }) => sha));
  const missing = new Set([
    ...own.unmentioned,
    ...match.unmentioned.filter((sha) => !requests.has(sha)),
  ]);
  const shown = new Set(match.unnamed);
  const silent = all.filter(
    (one) => missing.has(one.sha) && !one.userVisible && !shown.has(one.sha) && isListed(one),
  );
  return {
    ...match,
    unmentioned: [
      ...match.unnamed.filter((sha) => missing.has(sha)),
      ...silent.toReversed().map(({ sha }) => sha),
    ],
  };
}

export function isRequest({ pullRequest }: MatchCommit): boolean {
  return pullRequest !== null;
}
