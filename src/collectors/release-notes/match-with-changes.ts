/** The matching in two rounds: by messages alone, and, for what stays without a commit, by what the commits changed. */
import type { CommitSha } from '../../words/ids.ts';
import { seemToDiffer } from './check-differs.ts';
import type { CommitChanges } from './match-contract.ts';
import type { EntryMatch, MatchCommit, MatchRequest } from './match-contract.ts';
import { matchEntries } from './match-entries.ts';
import { writesNotes } from './notes-fragments.ts';

/** Changes are read of this many commits at most: what users notice first, then the newest. */
const MAX_COMMITS = 400;

export interface MatchedRange {
  readonly match: EntryMatch;
  /** With what they changed, as far as that was read. */
  readonly commits: readonly MatchCommit[];
}

export type ReadChanges = (
  commits: readonly CommitSha[],
  what: 'notes' | 'all',
) => Promise<ReadonlyMap<CommitSha, CommitChanges>>;

/** What commits wrote into the notes is always read: it is little, and it tells most. */
export async function matchWithChanges(
  request: MatchRequest,
  read: ReadChanges,
): Promise<MatchedRange> {
  const writers = request.commits
    .filter(({ allFiles }) => writesNotes(allFiles, request.notePaths))
    .map(({ sha }) => sha);
  const withNotes = withChanges(request, await read(writers, 'notes'));
  const first = matched(withNotes);
  if (!first.match.entries.every(({ backed }) => backed)) {
    return matched(withChanges(withNotes, await read(worthReading(request.commits), 'all')));
  }
  const doubted = seemToDiffer({ ...first, entries: request.entries });
  const wanted = new Set(doubted.flatMap((index) => first.match.entries[index]?.commits ?? []));
  if (wanted.size === 0) return first;
  // What an entry rests on is not asked again: only whether it speaks of the same.
  const { commits } = withChanges(withNotes, await read([...wanted], 'all'));
  return { match: first.match, commits };
}

function matched(request: MatchRequest): MatchedRange {
  return { match: matchEntries(request), commits: request.commits };
}

function withChanges(
  request: MatchRequest,
  changes: ReadonlyMap<CommitSha, CommitChanges>,
): MatchRequest {
  const commits = request.commits.map((commit) => {
    const own = changes.get(commit.sha);
    return own === undefined ? commit : { ...commit, changes: own };
  });
  return { ...request, commits };
}

function worthReading(commits: readonly MatchCommit[]): readonly CommitSha[] {
  const own = commits.filter(({ cancelled, merge }) => !cancelled && !merge);
  return [
    ...own.filter(({ userVisible }) => userVisible),
    ...own.filter(({ userVisible }) => !userVisible),
  ]
    .slice(0, MAX_COMMITS)
    .map(({ sha }) => sha);
}
