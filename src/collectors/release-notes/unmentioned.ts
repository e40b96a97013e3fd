/** User-visible commits that no entry mentions. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import { isReleaseSubject } from './commit-text.ts';
import type { Backing, MatchCommit } from './match-contract.ts';
import { isFeature, vagueCovers, vagueKind } from './vague-entries.ts';

export interface UnmentionedRequest {
  readonly commits: readonly MatchCommit[];
  readonly entries: readonly ChangelogEntry[];
  readonly backings: readonly Backing[];
  readonly alsoTold: ReadonlySet<number>;
}

/** Oldest first. Of a pull request that nothing mentions, the merge is named and its parts are not. */
export function findUnmentioned(request: UnmentionedRequest): readonly CommitSha[] {
  const { commits } = request;
  const told = new Set([
    ...request.backings.flatMap((backing) => backing.commits),
    ...request.alsoTold,
  ]);
  const kinds = request.entries.flatMap(({ text }) => vagueKind(text) ?? []);
  const indexOf = new Map(commits.map(({ sha }, index) => [sha, index]));
  const settled = new Set<number>();
  commits.forEach((merge, index) => {
    const parts = merge.brings.flatMap((sha) => indexOf.get(sha) ?? []);
    if (parts.length === 0) return;
    const mergeTold = told.has(index);
    const partTold = parts.some((part) => told.has(part));
    // A merge is no change of its own: it is told with any of its parts, and its parts with it.
    if (mergeTold || partTold || !merge.userVisible) settled.add(index);
    const whole = merge.pullRequest !== null || mergeTold;
    for (const part of parts) {
      const own = commits[part];
      if (own === undefined) continue;
      if (mergeTold || (whole && !mergeTold && !partTold && merge.userVisible)) settled.add(part);
      else if (whole && partTold && !isFeature(own) && !own.breaking) settled.add(part);
    }
  });
  return commits
    .filter(
      (commit, index) =>
        commit.userVisible &&
        !commit.cancelled &&
        !told.has(index) &&
        !settled.has(index) &&
        !isReleaseSubject(commit.subject) &&
        !kinds.some((kind) => vagueCovers(kind, commit)),
    )
    .map(({ sha, date }) => ({ sha, time: Date.parse(date) }))
    .toReversed()
    .toSorted((a, b) => a.time - b.time)
    .map(({ sha }) => sha);
}
