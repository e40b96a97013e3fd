/**
 * Notes whose entries name numbers. There a pull request is told by its number alone: an entry of another number that
 * speaks of the same thing is another change. Pure.
 */
import type { ChangelogEntry } from '../../words/changelog.ts';
import { classOf } from './change-evidence.ts';
import type { EntryMatch, MatchCommit } from './contract.ts';
import { writesNotes } from './find-notes.ts';
import { learnHabit, listsOften, type ListingHabit, type MatchedStretch } from './listing-habit.ts';
import { isReleaseSubject, changeTitle } from './message-parts.ts';

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

// Commits that an entry names by id or by number. Pure.
const COMMIT_ID = /^[0-9a-f]{7,40}$/;
const NUMBERS =
  /(?<![\w&])(?:GH-|#|\/(?:pull|pulls|issues|merge_requests)\/|[{:](?:issue|pr|pull)[}:]`)(\d{1,9})\b/g;
const ADVISORIES = /\b(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[0-9a-z]{4}){3})\b/g;
const CLOSES =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|implement(?:s|ed)?|pr-url):?\s+\S{0,80}?(?:#|\/)(\d{1,9})\b/gi;

export interface CommitNumbers {
  /** Commits by number, by how sure it is that they are its change: 0 is the pull request itself. */
  readonly byNumber: ReadonlyMap<string, readonly (readonly number[])[]>;
  readonly commits: readonly MatchCommit[];
}

const LEVELS = 4;
const MAX_BODY = 20_000;

/** Indexes of commits by the numbers that they name. */
export function indexNumbers(commits: readonly MatchCommit[]): CommitNumbers {
  const byNumber = new Map<string, number[][]>();
  const add = (number: string, index: number, level: number): void => {
    const levels = byNumber.get(number) ?? Array.from({ length: LEVELS }, () => []);
    byNumber.set(number, levels);
    if (!levels.some((known) => known.includes(index))) levels[level]?.push(index);
  };
  commits.forEach((commit, index) => {
    if (commit.pullRequest !== null) add(String(commit.pullRequest), index, 0);
    for (const number of numbersIn(commit.subject)) add(number, index, 1);
    // The body of a release repeats what others did.
    if (isReleaseSubject(changeTitle(commit))) return;
    for (const [, number = ''] of commit.body.slice(0, MAX_BODY).matchAll(CLOSES))
      add(number, index, 2);
    for (const issue of commit.issues)
      add(issue.replace(/^#/, ''), index, commit.body.includes(issue) ? 3 : 1);
    for (const number of numbersIn(commit.body.slice(0, MAX_BODY))) add(number, index, 3);
  });
  return { byNumber, commits };
}

/** Numbers that a commit's entry would name: of its pull request, those in its subject, and of issues that it closes. */
export function ownNumbers({ pullRequest, subject, body }: MatchCommit): readonly string[] {
  return [
    ...(pullRequest === null ? [] : [String(pullRequest)]),
    ...numbersIn(subject),
    ...Array.from(body.slice(0, MAX_BODY).matchAll(CLOSES), ([, number = '']) => number),
  ];
}

/** Whether the message names one of these numbers anywhere: `part of #12`. */
export function speaksOf({ body }: MatchCommit, numbers: ReadonlySet<string>): boolean {
  return numbersIn(body.slice(0, MAX_BODY)).some((number) => numbers.has(number));
}

/** Numbers and keys that an entry names: `12`, `ABC-3`. */
export function entryNumbers(entry: ChangelogEntry): readonly string[] {
  const keys = entry.references
    .filter((reference) => !COMMIT_ID.test(reference))
    .map((reference) => reference.replace(/^(?:#|GH-)/, ''));
  return [...new Set([...keys, ...numbersIn(entry.text)])];
}

/** Indexes of the commits whose ids an entry names. */
export function commitsNamed(
  entry: ChangelogEntry,
  commits: readonly MatchCommit[],
): readonly number[] {
  const ids = entry.references.filter((reference) => COMMIT_ID.test(reference));
  return ids.flatMap((id) =>
    commits.flatMap(({ sha }, index) => (sha.startsWith(id) ? [index] : [])),
  );
}

/** Indexes of the commits that share a number with an entry: for each number only the surest ones. */
export function commitsByNumber(entry: ChangelogEntry, index: CommitNumbers): readonly number[] {
  return entryNumbers(entry).flatMap(
    (number) => index.byNumber.get(number)?.find((level) => level.length > 0) ?? [],
  );
}

function numbersIn(text: string): readonly string[] {
  const numbers = Array.from(text.matchAll(NUMBERS), ([, number = '']) => number);
  return [...numbers, ...(text.match(ADVISORIES) ?? [])];
}

/** A number in a title is of what the commit does; in a body it may be of anything. */
export function titleNames(commit?: MatchCommit, entry?: ChangelogEntry): boolean {
  if (commit === undefined || entry === undefined) return false;
  const named = new Set<string>(changeTitle(commit).match(/#\d{1,9}\b/g));
  return entryNumbers(entry).some((number) => named.has(`#${number}`));
}
