/** Sessions that items may be tied to. What cannot be looked at is told by `sessions`, and stands in no item's way. */
import type { Session } from '../../domain/session.ts';
import type { Workspace } from '../contract.ts';

export async function openSessions(_workspace: Workspace): Promise<readonly Session[]> {
  return [];
}
