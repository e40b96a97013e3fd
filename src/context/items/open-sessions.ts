/** Sessions that items may be tied to. What cannot be looked at is told by `sessions`, and stands in no item's way. */
import { AppError } from '../../words/errors.ts';
import type { Session } from '../../words/session.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { listSessions } from '../sessions/list-sessions.ts';

const DAYS = 30;

/** Of the last thirty days, newest first. */
export async function openSessions(workspace: Workspace): Promise<readonly Session[]> {
  const since = workspace.clock.now().getTime() - DAYS * 86_400_000;
  try {
    return (await listSessions(workspace, { since })).sessions;
  } catch (thrown) {
    if (thrown instanceof AppError) return [];
    throw thrown;
  }
}
