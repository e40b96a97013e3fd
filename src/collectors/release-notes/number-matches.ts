/** Commits that an entry names by id or by number. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import { changeTitle, isReleaseSubject } from './commit-text.ts';
import type { MatchCommit } from './match-contract.ts';

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
