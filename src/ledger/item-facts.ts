/** What is known of an item beside its own words: what its standing is derived from. */
import type { FindingState } from '../words/finding.ts';
import { groupBy } from '../words/group-by.ts';
import type { ItemKey, RunId } from '../words/ids.ts';
import type { ItemStanding, Item } from '../words/item.ts';
import type { SessionState } from '../words/session.ts';
import { plural } from '../words/text.ts';

export interface ItemFacts {
  readonly now: string;
  /** Nothing happened for so long: it is stale. */
  readonly staleAfterMs: number;
  readonly runs: readonly TiedRun[];
  /** Slots that wait for their turn with a run for it. */
  readonly queued: readonly { readonly routine: string; readonly at: string }[];
  readonly branches: readonly TiedBranch[];
  readonly sessions: readonly TiedSession[];
  readonly findings: readonly TiedFinding[];
  readonly children: readonly TiedItem[];
  /** What it waits for, as far as that is known. */
  readonly blockers: readonly TiedItem[];
}

export interface TiedRun {
  readonly id: RunId;
  readonly routine: string;
  /** `proposed`: it asked for the item. `plans`: it splits it up. Neither is work on it. */
  readonly role: 'works' | 'proposed' | 'plans';
  readonly state: 'queued' | 'running' | 'waiting' | 'parked' | 'ended';
  /** `succeeded`, `skipped: …`: for people; hostile text. */
  readonly outcome: string;
  readonly well: boolean;
  /** When it ended, else began. ISO 8601. */
  readonly at: string;
}

/**
 * `waiting`: it has commits that the base has not. `merged`: the base has all of them. `empty`: nothing is on it yet.
 * `gone`: it is not there any more, and the base has not what was on it.
 */
export interface TiedBranch {
  readonly name: string;
  readonly state: 'waiting' | 'merged' | 'empty' | 'gone';
  readonly run: RunId | null;
  readonly at: string;
}

export interface TiedSession {
  readonly id: string;
  readonly engine: string;
  readonly state: SessionState;
  readonly lastActivityAt: string;
}

export interface TiedFinding {
  readonly id: string;
  readonly title: string;
  readonly state: FindingState;
  readonly resolvedAt: string | null;
  /** Of a finding that a person dismissed. */
  readonly dismissedAt: string | null;
}

export interface TiedItem {
  readonly key: ItemKey;
  readonly standing: ItemStanding;
}

export interface Standing {
  readonly standing: ItemStanding;
  /** One line for people. */
  readonly because: string;
  /** Facts say that it is over, and no person has said so. */
  readonly proposesClosing: boolean;
  readonly stale: Staleness | null;
}

export interface Staleness {
  /** ISO 8601. */
  readonly since: string;
  readonly why: string;
}

// Which items nothing happens to. Findings that are seen again every night are nothing that happened to the item. Pure.
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

// The columns of a board, in the order in which work goes. Pure.
const BOARD_COLUMNS = [
  'proposed',
  'todo',
  'blocked',
  'in-progress',
  'in-review',
  'landed',
  'done',
] as const satisfies readonly ItemStanding[];

/** Every item stands in one column, in the order given; what was dropped is in none, unless `dropped` asks for it. */
export function boardOf<Entry extends { readonly standing: ItemStanding }>(
  entries: readonly Entry[],
  { dropped }: { readonly dropped: boolean },
): readonly { readonly column: ItemStanding; readonly entries: readonly Entry[] }[] {
  const groups = groupBy(entries, ({ standing }) => standing);
  const columns: readonly ItemStanding[] = dropped ? [...BOARD_COLUMNS, 'dropped'] : BOARD_COLUMNS;
  return columns.map((column) => ({ column, entries: groups.get(column) ?? [] }));
}
