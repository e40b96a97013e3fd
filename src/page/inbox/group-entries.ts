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
