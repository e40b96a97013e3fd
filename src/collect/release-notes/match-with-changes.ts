/** The matching in two rounds: by messages alone, and, for what stays without a commit, by what the commits changed. */
import type { CommitSha } from '../../domain/ids.ts';
import type { CommitChanges } from './match-contract.ts';
import type { EntryMatch, MatchCommit, MatchRequest } from './match-contract.ts';
import { matchEntries } from './match-entries.ts';

/** Changes are read of this many commits at most: what users notice first, then the newest. */
const MAX_COMMITS = 400;

export type ReadChanges = (
  commits: readonly CommitSha[],
  what: 'notes' | 'all',
) => Promise<ReadonlyMap<CommitSha, CommitChanges>>;

/** What commits wrote into the notes is always read: it is little, and it tells most. */
export async function matchWithChanges(
  request: MatchRequest,
  read: ReadChanges,
): Promise<EntryMatch> {
  if (request.entries.length === 0) return matchEntries(request);
  const writers = request.commits
    .filter(({ allFiles }) => allFiles.some((path) => request.notePaths.includes(path)))
    .map(({ sha }) => sha);
  const withNotes = withChanges(request, await read(writers, 'notes'));
  const first = matchEntries(withNotes);
  if (first.entries.every(({ backed }) => backed)) return first;
  return matchEntries(withChanges(withNotes, await read(worthReading(request.commits), 'all')));
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
  const own = commits.filter(({ cancelled, brings }) => !cancelled && brings.length === 0);
  return [
    ...own.filter(({ userVisible }) => userVisible),
    ...own.filter(({ userVisible }) => !userVisible),
  ]
    .slice(0, MAX_COMMITS)
    .map(({ sha }) => sha);
}
