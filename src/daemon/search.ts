/** Full text over reports, sessions, findings, items, decisions and knowledge of a workspace. */
import type { SearchAnswer, SearchQuery } from '../context/search/contract.ts';
import { isSearchAnswer, readSearchQuery } from '../context/search/read-query.ts';
import type { Building } from '../context/search/warm-search.ts';
import { isRecord } from '../platform/json.ts';
import { askDaemon } from '../scheduler/ask-daemon.ts';
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
  const answer = await fromDaemon(workspace, bounded, { ...progress, waitMs: PATIENCE_MS });
  return answer === null || 'building' in answer ? fromHere(workspace, bounded) : answer;
}

/** The same, but an index that the daemon still makes after `waitMs` is not waited for. */
export async function searchSoon(
  workspace: Workspace,
  query: SearchQuery,
  waitMs: number,
): Promise<SearchAnswer | Building> {
  const bounded = readSearchQuery(query) ?? query;
  return (await fromDaemon(workspace, bounded, { waitMs })) ?? fromHere(workspace, bounded);
}

/** `null` when there is none, or it is of another version. */
async function fromDaemon(
  { location, clock }: Workspace,
  query: SearchQuery,
  { building, waitMs }: SearchProgress & { readonly waitMs: number },
): Promise<SearchAnswer | Building | null> {
  const until = clock.monotonic() + waitMs;
  for (;;) {
    const asked = await askDaemon(location.stateDir, { ask: 'search', args: query }, DAEMON_MS);
    if (asked.kind !== 'answer') return null;
    if (isSearchAnswer(asked.answer)) return asked.answer;
    if (!isRecord(asked.answer) || asked.answer['building'] !== true) return null;
    const documents = Number(asked.answer['documents']);
    if (clock.monotonic() > until) return { building: true, documents };
    building?.(documents);
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
