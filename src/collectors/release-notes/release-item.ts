/** An entry of the notes as a fact, with what ties it to commits. Pure. */
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseNoteFact } from '../../words/release-note.ts';
import type { EntryMatch } from './match-contract.ts';
import type { RangeEntry } from './range-entries.ts';

export interface ItemTie {
  readonly tied: EntryMatch['entries'][number] | undefined;
  /** A commit before the range that the entry names. */
  readonly named: CommitSha | undefined;
  readonly doubtful: boolean;
}

export function toItem(
  { entry, release }: RangeEntry,
  { tied, named, doubtful }: ItemTie,
): ReleaseNoteFact {
  const { text, section, path, line, breaking, references } = entry;
  const { version, date } = release;
  const backing = tied ?? { commits: [], backed: false, by: null };
  return {
    version,
    date,
    entry: text,
    section,
    path,
    line,
    breaking,
    references,
    ...backing,
    ...(named === undefined ? {} : { commits: [named], backed: true, by: 'number' as const }),
    ...(named === undefined && doubtful ? { doubtful: true as const } : {}),
  };
}
