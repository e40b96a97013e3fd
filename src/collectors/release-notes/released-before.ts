/** Entries of a release whose change went out with an earlier one, by the commit or number that they name. */
import type { GitCall } from '../../git/git-call.ts';
import { isAncestor } from '../../git/is-ancestor.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { oneLine } from '../../words/text.ts';
import type { ReleaseTag } from './check-contract.ts';
import type { MatchCommit } from './match-contract.ts';
import { commitsNamed, entryNumbers, indexNumbers } from './number-matches.ts';
import type { RangeEntry } from './range-entries.ts';
import type { VersionTag } from './release-tags.ts';
import { sameVersion } from './versions.ts';

const MAX_TAGS = 40;

export interface EarlierRequest {
  /** Entries that nothing in the range backs, by their place among all. */
  readonly open: ReadonlyMap<number, RangeEntry>;
  /** Before the range, newest first. */
  readonly commits: readonly MatchCommit[];
  /** Whether the versions of its notes are those that the tags name. */
  readonly isTagged: (entry: RangeEntry) => boolean;
  /** The first release that holds a commit; `null` when none does. */
  readonly firstRelease: (commit: CommitSha) => Promise<ReleaseTag | null>;
  /** All entries of the notes under a version; none where they leave the version out. */
  readonly entriesUnder: (version: string) => readonly RangeEntry['entry'][];
}

export interface EarlierFound {
  /** The commit that each entry names, by the entry's place. */
  readonly backing: ReadonlyMap<number, CommitSha>;
  readonly problems: readonly ReleaseProblem[];
}

/** An entry that also stands under the earlier release was listed twice on purpose, and is not a mistake. */
export async function findReleasedBefore(request: EarlierRequest): Promise<EarlierFound> {
  const { open, commits, isTagged, firstRelease, entriesUnder } = request;
  const numbers = indexNumbers(commits);
  const backing = new Map<number, CommitSha>();
  const problems: ReleaseProblem[] = [];
  for (const [at, one] of open) {
    const { entry, release } = one;
    const own = [
      ...commitsNamed(entry, commits),
      // A number in a body may only be talked of: the number of the change itself counts.
      ...entryNumbers(entry).flatMap((number) =>
        (numbers.byNumber.get(number) ?? []).slice(0, 2).flat(),
      ),
    ];
    const commit = commits[own[0] ?? -1];
    if (commit === undefined) continue;
    backing.set(at, commit.sha);
    if (!isTagged(one)) continue;
    const first = await firstRelease(commit.sha);
    if (first === null) continue;
    if (release.version !== null && sameVersion(first.version, release.version)) continue;
    const there = entriesUnder(first.version);
    // What a release without notes brought is told under the next one.
    if (there.length === 0) continue;
    const named = new Set(entryNumbers(entry));
    if (there.some((other) => entryNumbers(other).some((number) => named.has(number)))) continue;
    problems.push({
      code: 'released-before',
      severity: 'medium',
      message: `The entry "${oneLine(entry.text, 100)}" stands under ${release.version ?? 'what is not released'}, and its commit ${commit.sha.slice(0, 7)} "${oneLine(commit.subject, 100)}" went out with ${first.version}.`,
      path: entry.path,
      line: entry.line,
      commits: [commit.sha],
      advice: `Move the entry to ${first.version}, or name the commit of this release that it means.`,
    });
  }
  return { backing, problems };
}

/** Of the newest of the tags, oldest first, the first that holds the commit. */
export async function firstRelease(
  git: GitCall,
  tags: readonly VersionTag[],
  commit: CommitSha,
): Promise<ReleaseTag | null> {
  const newest = tags.slice(-MAX_TAGS);
  for (const [index, tag] of newest.entries()) {
    if (!(await isAncestor(git, commit, tag.commit))) continue;
    // The first that is looked at may not be the first that has it.
    return index === 0 && newest.length < tags.length ? null : tag;
  }
  return null;
}
