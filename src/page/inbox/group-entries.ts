/** Waiting entries by the run they came from. Pure. */
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { groupBy } from '../../words/group-by.ts';
import type { RunId } from '../../words/ids.ts';

export interface EntryGroup {
  /** `null`: they came from no run. */
  readonly run: RunId | null;
  readonly routine: string | null;
  readonly entries: readonly InboxEntry[];
}

/** The newest run first, then what came from no run; in a group as they were. */
export function groupEntries(entries: readonly InboxEntry[]): readonly EntryGroup[] {
  const keyOf = ({ links, routine }: InboxEntry): string => links.run ?? ` ${routine ?? ''}`;
  return [...groupBy(entries, keyOf)]
    .toSorted(([a], [b]) => (a < b ? 1 : a > b ? -1 : 0))
    .map(([, own]) => ({
      run: own[0]?.links.run ?? null,
      routine: own[0]?.routine ?? null,
      entries: own,
    }));
}

/** Entries that are seen at once; the others are folded, so that a long list is still one that a person looks over. */
const SEEN = 20;
/** Of one group, where there are many. */
const SEEN_OF_ONE = 4;

/** How many entries of each group are seen at once, newest first; 0: its head alone. Pure. */
export function seenOf(groups: readonly Pick<EntryGroup, 'entries'>[]): readonly number[] {
  const share = Math.max(SEEN_OF_ONE, Math.floor(SEEN / Math.max(1, groups.length)));
  let left = SEEN;
  return groups.map(({ entries: { length } }) => {
    if (left <= 0) return 0;
    // A line that says "and 1 more" is as high as that one.
    const seen = length <= share + 1 ? length : share;
    left -= seen;
    return seen;
  });
}
