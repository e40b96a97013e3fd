/** Full text over reports, sessions, findings, items, decisions and knowledge of a workspace. */
import type { SearchAnswer, SearchQuery } from '../context/search/contract.ts';
import { isSearchAnswer, readSearchQuery } from '../context/search/read-query.ts';
import { isRecord } from '../platform/json.ts';
import { askDaemon } from '../scheduler/daemon/ask-daemon.ts';
import type { Workspace } from '../workspace/contract.ts';

export type {
  SearchAnswer,
  SearchHit,
  SearchKind,
  SearchQuery,
} from '../context/search/contract.ts';
export { SEARCH_KINDS } from '../context/search/contract.ts';
export { MOST_HITS } from '../context/search/read-query.ts';

interface SearchProgress {
  /** Told now and then while an index is made. */
  readonly building?: (documents: number) => void;
}

const DAEMON_MS = 8_000;
const AGAIN_MS = 250;
/** An index that takes longer is made here. */
const PATIENCE_MS = 60_000;

/** The daemon's index where one runs and can, else the stored one, taken up to date. */
export async function search(
  workspace: Workspace,
  query: SearchQuery,
  progress: SearchProgress = {},
): Promise<SearchAnswer> {
  const bounded = readSearchQuery(query) ?? query;
  const answer = await fromDaemon(workspace, bounded, progress);
  return answer ?? fromHere(workspace, bounded);
}

/** `null` when there is none, it is of another version, or it does not get done. */
async function fromDaemon(
  { location, clock }: Workspace,
  query: SearchQuery,
  { building }: SearchProgress,
): Promise<SearchAnswer | null> {
  const until = clock.monotonic() + PATIENCE_MS;
  for (;;) {
    const asked = await askDaemon(location.stateDir, { ask: 'search', args: query }, DAEMON_MS);
    if (asked.kind !== 'answer') return null;
    if (isSearchAnswer(asked.answer)) return asked.answer;
    if (!isRecord(asked.answer) || asked.answer['building'] !== true) return null;
    if (clock.monotonic() > until) return null;
    building?.(Number(asked.answer['documents']));
    await clock.sleep(AGAIN_MS);
  }
}

async function fromHere(workspace: Workspace, query: SearchQuery): Promise<SearchAnswer> {
  const { openSearch } = await import('../context/search/open-search.ts');
  const opened = await openSearch(workspace);
  await opened.refresh('all');
  const answer = await opened.answer(query);
  // A cache: a failed write (a full disk, a folder of another user) costs only time.
  await opened.save().catch(() => undefined);
  return answer;
}
