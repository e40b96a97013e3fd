/** The commits of a range as the matching and the facts need them. Pure. */
import type { RangeCommit } from '../../git/log-range.ts';
import type { CommitSha } from '../../words/ids.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import { parseMessage } from '../parse-commit.ts';
import { breakingSentenceOf } from './breaking-changes.ts';
import { pathKind } from './change-evidence.ts';
import type { MatchCommit } from './contract.ts';
import {
  breakingNoteOf,
  coAuthorsOf,
  mergeTitleOf,
  pullRequestOf,
  squashedSubjects,
  takenBackOf,
  withoutNumber,
} from './message-parts.ts';
import { isUserVisible, typeOf, type VisibleRules } from './user-visible.ts';

/** Seen from the first parent, and from the others. */
const MAIN = 1;
const SIDE = 2;

/** Commits with numbers of their own that make a merge one of several requests. */
const SEVERAL = 3;

const MAX_SUBJECT = 300;
const MAX_BODY = 20_000;
const MAX_FILES = 50;
const MAX_ISSUES = 50;

/** @param commits newest first; the order stays */
export function describeCommits(
  commits: readonly RangeCommit[],
  rules: VisibleRules,
): readonly MatchCommit[] {
  const brings = findBrought(commits);
  const cancelled = findCancelled(commits, brings);
  const plain = commits.map((commit) => describe(commit, rules, brings.get(commit.sha) ?? []));
  return withPullRequestsAsOne(plain).map((commit) => ({
    ...commit,
    cancelled: cancelled.has(commit.sha),
  }));
}

/**
 * Without histories that a merge brought from other repositories: they begin in the range, with a commit that has no parent.
 * @param from where the range begins; `null`: with the first commit of all
 */
export function withoutForeign(
  commits: readonly RangeCommit[],
  from: CommitSha | null,
): readonly RangeCommit[] {
  if (from === null) return commits;
  const foreign = new Set<string>();
  for (const { sha, parents } of commits.toReversed())
    if (parents.every((parent) => foreign.has(parent))) foreign.add(sha);
  return commits.filter(({ sha }) => !foreign.has(sha));
}

function describe(
  commit: RangeCommit,
  rules: VisibleRules,
  brings: readonly CommitSha[],
): MatchCommit {
  const { sha, committed, author, files, parents } = commit;
  const subject = oneLine(commit.subject, MAX_SUBJECT);
  const body = stripControls(commit.body).slice(0, MAX_BODY);
  const title = mergeTitleOf(subject, body);
  const parsed = parseMessage(title, body);
  const type = typeOf(title, rules.types);
  const pullRequest = pullRequestOf(subject, body);
  const merge = parents.length > 1;
  const marked =
    parsed.breaking ||
    // Of messages that take each other back, none tells what is left.
    (!/^\W*Revert "/m.test(body) &&
      squashedSubjects(body).some((one) => parseMessage(one, '').breaking));
  // What a revert says of breaking is about what it takes back.
  const isSilent = marked || /^revert\b/i.test(subject) || !touchesProduct(files, rules);
  const said = isSilent ? null : breakingSentenceOf(body);
  const breaking = marked || said !== null;
  return {
    sha,
    date: committed.toISOString(),
    author: oneLine(author, 100),
    coAuthors: coAuthorsOf(body),
    subject,
    ...(title === subject ? {} : { title: oneLine(title, MAX_SUBJECT) }),
    type,
    scope: type === null ? null : parsed.scope,
    breaking,
    breakingNote: breakingNoteOf(body) ?? said,
    issues: parsed.issues.slice(0, MAX_ISSUES),
    pullRequest,
    merge,
    cancelled: false,
    files: files.slice(0, MAX_FILES),
    moreFiles: Math.max(0, files.length - MAX_FILES),
    userVisible: isUserVisible({ subject, body, files, breaking, merge, pullRequest }, rules),
    body,
    allFiles: files,
    brings,
  };
}

/** A sentence in a body may be about tests or tools. */
function touchesProduct(files: readonly string[], rules: VisibleRules): boolean {
  return files.some((path) => !rules.excluded(path) && pathKind(path) !== 'silent');
}

/**
 * A pull request's merge stands for what it brought: it is noticed when its title says so, or when one of its commits
 * does by a type. A merge of several pull requests stands for none of them.
 */
function withPullRequestsAsOne(commits: readonly MatchCommit[]): readonly MatchCommit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const visible = new Map<CommitSha, boolean>();
  for (const { sha, pullRequest, merge, brings, userVisible } of commits) {
    if (!merge || pullRequest === null) continue;
    const brought = brings.flatMap((one) => bySha.get(one) ?? []);
    const several = brought.some(
      (one) => one.pullRequest !== null && one.pullRequest !== pullRequest,
    );
    // Of several requests it brings nothing.
    if (several || brings.length === 0) {
      visible.set(sha, false);
      continue;
    }
    visible.set(sha, userVisible || brought.some((one) => one.type !== null && one.userVisible));
    for (const one of brings) visible.set(one, false);
  }
  return commits.map((commit) => ({
    ...commit,
    userVisible: visible.get(commit.sha) ?? commit.userVisible,
  }));
}

/**
 * Which commits of a range undo each other. Pure.
 * Both sides of every pair of a commit and the one that takes it back; with a merge, what it brought. What was taken
 * back and brought in again stands.
 * @param commits newest first
 */
function findCancelled(
  commits: readonly RangeCommit[],
  brings: ReadonlyMap<CommitSha, readonly CommitSha[]>,
): ReadonlySet<CommitSha> {
  const cancelled = new Set<CommitSha>();
  const targets = new Map<CommitSha, CommitSha>();
  const bySubject = new Map<string, CommitSha[]>();
  const ids: CommitSha[] = [];
  const withBrought = (sha: CommitSha): readonly CommitSha[] => [sha, ...(brings.get(sha) ?? [])];
  for (const { sha, subject, body } of commits.toReversed()) {
    const taken = takenBackOf(subject, body);
    const target =
      taken === null ? null : (findId(ids, taken.commit) ?? findSubject(bySubject, taken.subject));
    if (target !== null) {
      for (const one of [...withBrought(target), sha]) cancelled.add(one);
      const restored = targets.get(target);
      if (restored !== undefined) for (const one of withBrought(restored)) cancelled.delete(one);
      targets.set(sha, target);
    }
    ids.push(sha);
    const key = withoutNumber(subject);
    bySubject.set(key, [...(bySubject.get(key) ?? []).slice(-20), sha]);
  }
  return cancelled;
}

function findId(ids: readonly CommitSha[], start: string | null): CommitSha | null {
  return start === null ? null : (ids.findLast((id) => id.startsWith(start)) ?? null);
}

function findSubject(
  bySubject: ReadonlyMap<string, readonly CommitSha[]>,
  subject: string | null,
): CommitSha | null {
  return subject === null ? null : (bySubject.get(subject)?.at(-1) ?? null);
}

/**
 * What each merge of a range brought in. Pure.
 * For each merge the commits of the range that another parent reaches and the first one does not, newest first. A merge of
 * the main line into a branch brings nothing: what it reaches came by merges of the main line. A merge of pull requests
 * stands for none of them, and brings nothing either.
 * @param commits children before their parents, as git's topological order gives them
 */
function findBrought(
  commits: readonly RangeCommit[],
): ReadonlyMap<CommitSha, readonly CommitSha[]> {
  const indexes = new Map(commits.map(({ sha }, index) => [sha, index]));
  const parents = commits.map((commit) =>
    commit.parents.map((parent) => indexes.get(parent) ?? commits.length),
  );
  const sides = commits.map((_, index) =>
    (parents[index]?.length ?? 0) < 2 ? [] : sideOf(parents, index),
  );
  // The merge of the main line that brought each commit; what is on the main line itself has none.
  const owner = new Map<number, number>();
  for (let index = 0; index < commits.length; index = parents[index]?.[0] ?? commits.length) {
    for (const one of sides[index] ?? []) owner.set(one, index);
  }
  const brought = new Map<CommitSha, readonly CommitSha[]>();
  commits.forEach((merge, index) => {
    const home = owner.get(index) ?? index;
    const own = (sides[index] ?? [])
      .filter((one) => owner.get(one) === home)
      .flatMap((one) => commits[one] ?? []);
    if ((parents[index]?.length ?? 0) > 1)
      brought.set(merge.sha, bringsRequests(merge, own) ? [] : own.map(({ sha }) => sha));
  });
  return brought;
}

/** `Merge branch 'develop'`: what it brings has numbers of its own. A number in a request's only commit is of an issue. */
function bringsRequests(merge: RangeCommit, brought: readonly RangeCommit[]): boolean {
  const own = pullRequestOf(merge.subject, merge.body);
  const others = brought.filter(({ subject, body }) => {
    const number = pullRequestOf(subject, body);
    return number !== null && number !== own;
  });
  return (
    others.length >= SEVERAL || others.some(({ parents }) => own === null || parents.length > 1)
  );
}

/**
 * Walks down from the merge and marks whom each side reaches. Parents come later in the list, so a commit's marks are
 * complete when it is looked at; the walk ends when nothing that only the side reaches is left.
 */
function sideOf(parents: readonly (readonly number[])[], merge: number): readonly number[] {
  const marks = new Map<number, number>();
  let waiting = 0;
  const mark = (index: number, side: number): void => {
    if (index >= parents.length) return;
    const before = marks.get(index) ?? 0;
    const after = before | side;
    if (before !== SIDE && after === SIDE) waiting += 1;
    if (before === SIDE && after !== SIDE) waiting -= 1;
    marks.set(index, after);
  };
  (parents[merge] ?? []).forEach((parent, order) => mark(parent, order === 0 ? MAIN : SIDE));
  const found: number[] = [];
  for (let index = merge + 1; waiting > 0 && index < parents.length; index += 1) {
    const side = marks.get(index);
    if (side === undefined) continue;
    if (side === SIDE) {
      found.push(index);
      waiting -= 1;
    }
    for (const parent of parents[index] ?? []) mark(parent, side);
  }
  return found;
}
