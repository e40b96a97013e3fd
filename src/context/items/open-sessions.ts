/** Sessions that items may be tied to. What cannot be looked at is told by `sessions`, and stands in no item's way. */
import { AppError } from '../../words/errors.ts';
import type { Item } from '../../words/item.ts';
import type { Session } from '../../words/session.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { listSessions } from '../sessions/list-sessions.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Of the last thirty days, newest first. */
export async function openSessions(workspace: Workspace): Promise<readonly Session[]> {
  return sessionsOf(workspace, DAYS);
}

/** Of those, what may be tied to one of `items`: a run that ended ties itself, its session only where a person linked it. */
export async function sessionsForItems(
  workspace: Workspace,
  items: readonly Item[],
): Promise<readonly Session[]> {
  const isLinked = items.some(({ links = [] }) => links.some(({ kind }) => kind === 'session'));
  return sessionsOf(workspace, isLinked ? DAYS : 1);
}

/** @param runDays how far back runs are looked at that have ended */
async function sessionsOf(workspace: Workspace, runDays: number): Promise<readonly Session[]> {
  const now = workspace.clock.now().getTime();
  const [since, runsSince] = [now - DAYS * DAY_MS, now - runDays * DAY_MS];
  try {
    return (await listSessions(workspace, { since, runsSince })).sessions;
  } catch (thrown) {
    if (thrown instanceof AppError) return [];
    throw thrown;
  }
}
