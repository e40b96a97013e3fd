/** Entries that nothing in the range backs, and that name a commit of the time before it. */
import type { GitCall } from '../../git/git-call.ts';
import { logRange } from '../../git/log-range.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { oneLine } from '../../words/text.ts';
import { isPrerelease } from '../../words/version-order.ts';
import type { ChosenRange } from './choose-range.ts';
import type { ReleaseTag, EntryMatch, MatchCommit } from './contract.ts';
import { changeTitle } from './message-parts.ts';
import type { NotesOfRange, NotesRule } from './notes-of-range.ts';
import { commitsNamed, entryNumbers, indexNumbers, ownNumbers } from './numbered-notes.ts';
import { describeCommits } from './range-commits.ts';
import type { RangeEntry } from './range-entries.ts';
import { releaseTags, type VersionTag } from './release-tags.ts';
import { visibleRules, type VisibleRules } from './user-visible.ts';
import { sameVersion } from './versions.ts';

// Entries of a release whose change went out with an earlier one, by the commit or number that they name.

const MAX_TAGS = 40;
/** So many that went out with one earlier release were put under the later one on purpose: that one was withdrawn, or never announced. */
const GATHERED = 3;

interface EarlierRequest {
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

interface EarlierFound {
  /** The commit that each entry names, by the entry's place. */
  readonly backing: ReadonlyMap<number, CommitSha>;
  readonly problems: readonly ReleaseProblem[];
}

/** An entry that also stands under the earlier release was listed twice on purpose, and is not a mistake. */
export async function findReleasedBefore(request: EarlierRequest): Promise<EarlierFound> {
  const { open, commits, isTagged, firstRelease, entriesUnder } = request;
  const numbers = indexNumbers(commits);
  const backing = new Map<number, CommitSha>();
  const byPair = new Map<string, ReleaseProblem[]>();
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
    const pair = `${release.version ?? ''}\0${first.version}`;
    const problem: ReleaseProblem = {
      code: 'released-before',
      severity: 'medium',
      message: `The entry "${oneLine(entry.text, 100)}" stands under ${release.version ?? 'what is not released'}, and its commit ${commit.sha.slice(0, 7)} "${oneLine(commit.subject, 100)}" went out with ${first.version}.`,
      path: entry.path,
      line: entry.line,
      commits: [commit.sha],
      advice: `Move the entry to ${first.version}, or name the commit of this release that it means.`,
    };
    byPair.set(pair, [...(byPair.get(pair) ?? []), problem]);
  }
  const problems = [...byPair.values()].filter(({ length }) => length < GATHERED).flat();
  return { backing, problems };
}

/** Of the newest of the tags, oldest first, the first that holds the commit. */
async function firstRelease(
  git: GitCall,
  tags: readonly VersionTag[],
  commit: CommitSha,
): Promise<ReleaseTag | null> {
  const newest = tags.slice(-MAX_TAGS);
  const listed = await git([
    'for-each-ref',
    `--contains=${commit}`,
    '--format=%(refname:strip=2)',
    'refs/tags/',
  ]);
  const holding = new Set(listed.stdout.split('\n'));
  const index = newest.findIndex(({ name }) => holding.has(name));
  // The first that is looked at may not be the first that has it.
  return index === 0 && newest.length < tags.length ? null : (newest[index] ?? null);
}

/** Of the time before the range, looked through for what entries name. */
const MAX_PAST = 4_000;

export interface MovedEntries extends EarlierFound {
  /** Before the range. */
  readonly commits: readonly MatchCommit[];
}

export async function findMoved(request: {
  readonly context: GitContext;
  readonly rule: NotesRule;
  readonly chosen: ChosenRange;
  readonly notes: NotesOfRange;
  readonly counted: readonly RangeEntry[];
  readonly match: EntryMatch;
}): Promise<MovedEntries> {
  const { context, rule, chosen, notes, counted, match } = request;
  const { from, to } = chosen.range;
  const open = new Map(
    counted.flatMap((one, index) =>
      match.entries[index]?.backed === false && one.entry.references.length > 0
        ? [[index, one] as const]
        : [],
    ),
  );
  if (open.size === 0 || from === null) return { backing: new Map(), problems: [], commits: [] };
  const raw = await logRange(context, { from: null, to: from, max: MAX_PAST });
  const commits = describeCommits(raw, visibleRules(rule, notes)).map((commit) => ({
    ...commit,
    userVisible: false,
  }));
  // The notes of a release tell what its pre-releases brought.
  const tags = releaseTags(await chosen.mergedTags(to), rule.tags)
    .filter(({ version }) => !isPrerelease(version))
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  const found = await findReleasedBefore({
    open,
    commits,
    isTagged: (one) => notes.found.entries.includes(one),
    firstRelease: async (commit) => firstRelease(chosen.git, tags, commit),
    entriesUnder: (version) =>
      (notes.changelog?.releases ?? [])
        .filter((release) => release.version !== null && sameVersion(release.version, version))
        .flatMap(({ entries }) => entries),
  });
  return { ...found, commits };
}

// Entries under a release that was out before any commit of theirs came in.
interface LateRequest {
  readonly context: GitContext;
  readonly from: CommitSha | null;
  readonly counted: readonly RangeEntry[];
  readonly match: EntryMatch;
  readonly commits: readonly MatchCommit[];
  /** Release tags at the range's beginning. */
  readonly out: readonly ReleaseTag[];
  readonly rules: VisibleRules;
}

/** Only entries that name a commit or its number, and whose change is not in the release under another commit. */
export async function findLate(request: LateRequest): Promise<readonly ReleaseProblem[]> {
  const { context, from, counted, match, commits, out, rules } = request;
  if (from === null) return [];
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const late = counted.flatMap(({ entry, release: { version } }, index) => {
    const { by, commits: backing = [] } = match.entries[index] ?? {};
    const first = bySha.get(backing.find((sha) => bySha.has(sha)) ?? from);
    const isSure = by === 'number' || by === 'commit';
    if (version === null || first === undefined || !isSure) return [];
    return out.some((tag) => sameVersion(tag.version, version)) ? [{ entry, version, first }] : [];
  });
  if (late.length === 0) return [];
  const raw = await logRange(context, { from: null, to: from, max: MAX_PAST });
  const past = describeCommits(raw, rules);
  const titles = new Set(past.map((commit) => plain(changeTitle(commit))));
  const numbers = new Set(past.flatMap(ownNumbers));
  const problems = late.flatMap(({ entry, version, first }): readonly ReleaseProblem[] => {
    const isThere =
      titles.has(plain(changeTitle(first))) ||
      [...entryNumbers(entry), ...ownNumbers(first)].some((number) => numbers.has(number));
    if (isThere) return [];
    return [
      {
        code: 'released-later',
        severity: 'medium',
        message: `The entry "${oneLine(entry.text, 100)}" stands under ${version}, and that was out before its commit ${first.sha.slice(0, 7)} "${oneLine(first.subject, 100)}" came in.`,
        path: entry.path,
        line: entry.line,
        commits: [first.sha],
        advice: `Move the entry to the release that brings the commit.`,
      },
    ];
  });
  return problems.length < GATHERED ? problems : [];
}

function plain(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
