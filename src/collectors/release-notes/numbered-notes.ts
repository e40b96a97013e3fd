/**
 * Notes whose entries name numbers. There a pull request is told by its number alone: an entry of another number that
 * speaks of the same thing is another change. Pure.
 */
import type { ChangelogEntry } from '../../words/changelog.ts';
import { learnHabit, type ListingHabit, type MatchedStretch } from './listing-habit.ts';
import type { EntryMatch, MatchCommit } from './match-contract.ts';
import { entryNumbers, ownNumbers } from './number-matches.ts';

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
  const habit = learnHabit(stretches);
  const named = stretches.flatMap(({ commits }) => commits).filter((one) => isNamed(one, told));
  // Entries that name issues, where commits name none, are tied by words.
  if (named.length < LEAST || named.length * 2 < habit.listed) return null;
  return { told, own: learnHabit([numbered]), habit, match: withUnnamed(own.match, numbered) };
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
  const commits = stretch.commits.filter(isRequest);
  const unnamed = new Set(commits.filter((one) => !isNamed(one, told)).map(({ sha }) => sha));
  return {
    ...stretch,
    commits,
    match: {
      ...stretch.match,
      unmentioned: stretch.match.unnamed.filter((sha) => unnamed.has(sha)),
    },
  };
}

function isNamed(commit: MatchCommit, told: ReadonlySet<string>): boolean {
  return ownNumbers(commit).some((number) => told.has(number));
}

/** Pull requests are missing by their number, and other commits by their words. */
function withUnnamed(match: EntryMatch, { commits, match: own }: MatchedStretch): EntryMatch {
  const requests = new Set(commits.map(({ sha }) => sha));
  const missing = new Set([
    ...own.unmentioned,
    ...match.unmentioned.filter((sha) => !requests.has(sha)),
  ]);
  return { ...match, unmentioned: match.unnamed.filter((sha) => missing.has(sha)) };
}

export function isRequest({ pullRequest }: MatchCommit): boolean {
  return pullRequest !== null;
}
