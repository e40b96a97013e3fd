/** Which items nothing happens to. Findings that are seen again every night are nothing that happened to the item. Pure. */
import type { Item, ItemStanding } from '../words/item.ts';
import type { SessionState } from '../words/session.ts';
import { plural } from '../words/text.ts';
import type { ItemFacts, Staleness } from './item-facts.ts';

export const STALE_AFTER_MS = 14 * 86_400_000;

/** `null`: it is alive. */
export function judgeStale(item: Item, standing: ItemStanding, facts: ItemFacts): Staleness | null {
  const since = lastActivity(item, facts);
  const idleMs = Date.parse(facts.now) - Date.parse(since);
  if (standing === 'in-progress' && !isAttended(facts)) {
    return { since, why: `it is in progress, and was not worked on ${forWords(idleMs)}` };
  }
  if (!(idleMs >= facts.staleAfterMs)) return null;
  const what = {
    proposed: 'it has waited for a yes or no',
    todo: 'nothing has happened',
    blocked: 'it has been blocked',
    'in-progress': 'nothing has happened',
    'in-review': 'its branch has waited',
    landed: 'it has landed and was not closed',
    done: 'nothing has happened',
    dropped: 'nothing has happened',
  }[standing];
  return { since, why: `${what} ${forWords(idleMs)}` };
}

function isAttended({ runs, sessions, children }: ItemFacts): boolean {
  return (
    runs.some(({ role, state }) => role === 'works' && state !== 'ended') ||
    sessions.some(({ state }) => isOpen(state)) ||
    // Whether these get on they tell themselves.
    children.length > 0
  );
}

/** The session can continue as it is. */
export function isOpen(state: SessionState): boolean {
  return state === 'working' || state === 'waiting' || state === 'idle';
}

/** The newest instant of any activity on it. */
function lastActivity(item: Item, facts: ItemFacts): string {
  const { runs, queued, branches, sessions, findings } = facts;
  return [
    item.createdAt,
    ...queued.map(({ at }) => at),
    ...(item.history ?? []).map(({ at }) => at),
    ...runs.map(({ at }) => at),
    ...branches.map(({ at }) => at),
    ...sessions.map(({ lastActivityAt }) => lastActivityAt),
    ...findings.flatMap(({ resolvedAt, dismissedAt }) => [resolvedAt ?? '', dismissedAt ?? '']),
  ].reduce((newest, at) => (Date.parse(at) > Date.parse(newest) ? at : newest));
}

function forWords(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  return days < 1 ? 'since today' : `for ${plural(days, 'day')}`;
}
