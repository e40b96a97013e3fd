/** The commits of a range as the matching and the facts need them. Pure. */
import type { RangeCommit } from '../../git/log-range.ts';
import type { CommitSha } from '../../words/ids.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import { parseMessage } from '../parse-commit.ts';
import { breakingSentenceOf } from './breaking-sentence.ts';
import { findCancelled } from './cancelled-commits.ts';
import type { MatchCommit } from './match-contract.ts';
import { findBrought } from './merged-commits.ts';
import {
  breakingNoteOf,
  coAuthorsOf,
  mergeTitleOf,
  pullRequestOf,
  squashedSubjects,
} from './message-parts.ts';
import { pathKind } from './silent-paths.ts';
import { isUserVisible, typeOf, type VisibleRules } from './user-visible.ts';

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
    parsed.breaking || squashedSubjects(body).some((one) => parseMessage(one, '').breaking);
  const said = marked || !touchesProduct(files, rules) ? null : breakingSentenceOf(body);
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
    if (several) {
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
