/** Entries that nothing in the range backs, and that name a commit of the time before it. */
import { logRange } from '../../git/log-range.ts';
import type { GitContext } from '../../git/run-git.ts';
import { isPrerelease } from '../../words/version-order.ts';
import type { ChosenRange } from './choose-range.ts';
import type { EntryMatch, MatchCommit } from './match-contract.ts';
import type { NotesOfRange, NotesRule } from './notes-of-range.ts';
import { describeCommits } from './range-commits.ts';
import type { RangeEntry } from './range-entries.ts';
import { releaseTags } from './release-tags.ts';
import { findReleasedBefore, firstRelease, type EarlierFound } from './released-before.ts';
import { sameVersion } from './versions.ts';
import { visibleRules } from './visible-rules.ts';

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
