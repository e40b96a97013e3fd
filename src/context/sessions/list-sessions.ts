/** What is open in a workspace, over all agents and our runs: `sessions`, and what runs are told. */
import type { SessionList } from '../../words/session.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { DraftCache } from './draft-cache.ts';
import { look, type SessionFilter } from './look.ts';

export { SESSION_DAYS, type SessionFilter } from './look.ts';

/** Newest activity first. @param cache of a process that looks more than once */
export async function listSessions(
  workspace: Workspace,
  filter: SessionFilter = {},
  cache?: DraftCache,
): Promise<SessionList> {
  const { sessions, sources } = await look(workspace, filter, cache);
  return { sessions, sources };
}
