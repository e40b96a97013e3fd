/**
 * Derives an item's standing. Facts win over words: what is merged has landed, whatever was said of it; an item without
 * work on it is not in progress. Only a person closes an item: one that is over by the facts is shown so, and proposed for
 * closing. Pure.
 */
import { assertNever } from '../words/errors.ts';
import { groupBy } from '../words/group-by.ts';
import { isItemKey, type ItemKey } from '../words/ids.ts';
import type { Item, ItemStanding } from '../words/item.ts';
import type { SessionState } from '../words/session.ts';
import { oneLine, plural } from '../words/text.ts';
import {
  type ItemFacts,
  type Standing,
  type TiedFinding,
  type TiedRun,
  type TiedSession,
  isOpen,
  judgeStale,
  type TiedItem,
} from './item-facts.ts';

export type { ItemFacts, Standing } from './item-facts.ts';

export function standingOf(item: Item, facts: ItemFacts): Standing {
  const judged = judge(item, facts);
  const over = judged.standing === 'done' || judged.standing === 'dropped';
  return {
    standing: judged.standing,
    because: oneLine(judged.because, 300),
    proposesClosing: item.state === 'open' && judged.proposesClosing === true,
    stale: over ? null : judgeStale(item, judged.standing, facts),
  };
}

/** Nothing is left to do on it, as far as others wait for it. */
export function isSettled(standing: ItemStanding): boolean {
  return standing === 'landed' || standing === 'done' || standing === 'dropped';
}

interface Judged {
  readonly standing: ItemStanding;
  readonly because: string;
  readonly proposesClosing?: boolean;
}

function judge(item: Item, facts: ItemFacts): Judged {
  switch (item.state) {
    case 'reserved':
      return { standing: 'proposed', because: 'its key is reserved for an active run' };
    case 'proposed':
      return { standing: 'proposed', because: 'it waits for approval' };
    case 'declined':
      return { standing: 'dropped', because: 'it was declined' };
    case 'released':
      return { standing: 'dropped', because: 'its run did not use the key' };
    case 'closed':
      return closed(item, facts);
    case 'open':
      return open(facts);
    default:
      return assertNever(item.state);
  }
}

/** A person's word stands; what speaks against it is said beside it. */
function closed({ closed: closing }: Item, facts: ItemFacts): Judged {
  if (closing === undefined || closing === null)
    return { standing: 'done', because: 'it was closed' };
  const { how, by, reason } = closing;
  const words = `closed by ${by} as ${how === 'duplicate' ? 'a duplicate' : how}${reason === '' ? '' : `: ${reason}`}`;
  const back = facts.findings.filter(({ state }) => state === 'regressed');
  const against = how === 'done' && back.length > 0 ? `; ${formatFinding(back)} back since` : '';
  return { standing: how === 'done' ? 'done' : 'dropped', because: `${words}${against}` };
}

/** In the order in which one outweighs the other. */
function open(facts: ItemFacts): Judged {
  return (
    atWork(facts) ??
    byBranches(facts) ??
    byChildren(facts) ??
    byFindings(facts) ??
    blocked(facts) ??
    begun(facts) ?? { standing: 'todo', because: todoWords(facts) }
  );
}

function atWork({ runs, sessions }: ItemFacts): Judged | null {
  const run = runs.find(({ role, state }) => role === 'works' && state !== 'ended');
  if (run !== undefined) {
    const because = `run ${shortOf(run.id)} of ${run.routine} ${RUN_WORDS[run.state]}`;
    return { standing: 'in-progress', because };
  }
  const session = sessions.find(({ state }) => isOpen(state));
  if (session === undefined) return null;
  const because = `${sessionWords(session)} ${SESSION_WORDS[session.state]}`;
  return { standing: 'in-progress', because };
}

const RUN_WORDS: Readonly<Record<TiedRun['state'], string>> = {
  queued: 'is about to begin',
  running: 'works on it',
  waiting: 'waits for an answer',
  parked: 'is parked',
  ended: 'has ended',
};

const SESSION_WORDS: Readonly<Record<SessionState, string>> = {
  working: 'works on it',
  waiting: 'waits for a person',
  idle: 'is open',
  ended: 'began it, and ended',
  unknown: 'began it, and whether it still works on it is not known',
};

function sessionWords({ engine, id }: TiedSession): string {
  return `${engine} session ${oneLine(id, 40)}`;
}

function byBranches({ branches, findings, now }: ItemFacts): Judged | null {
  const waiting = branches.filter(({ state }) => state === 'waiting');
  const merged = branches.filter(({ state }) => state === 'merged');
  const [first] = waiting;
  if (first !== undefined) {
    const more = waiting.length > 1 ? ` and ${waiting.length - 1} more` : '';
    const part = merged.length > 0 ? `; ${merged[0]?.name ?? ''} is merged` : '';
    const wait = waiting.length > 1 ? 'wait' : 'waits';
    return {
      standing: 'in-review',
      because: `${first.name}${more} ${wait} to be merged${part}`,
    };
  }
  const [landed] = merged;
  if (landed === undefined) return null;
  const gone = goneWords(findings, now);
  const because = `${landed.name} is merged${gone === null ? '' : `, and ${gone}`}`;
  return { standing: 'landed', because, proposesClosing: true };
}

/** Sub-items that were dropped count for nothing. */
function byChildren({ children }: ItemFacts): Judged | null {
  const counted = children.filter(({ standing }) => standing !== 'dropped');
  if (counted.length === 0) return null;
  const settled = counted.filter(({ standing }) => isSettled(standing)).length;
  const all = plural(counted.length, 'sub-item');
  if (settled === counted.length)
    return { standing: 'done', because: `all of its ${all} are done`, proposesClosing: true };
  const active = counted.filter(
    ({ standing }) => standing === 'in-progress' || standing === 'in-review',
  );
  if (settled === 0 && active.length === 0) return null;
  return { standing: 'in-progress', because: `${settled} of its ${all} done` };
}

function byFindings({ findings, now }: ItemFacts): Judged | null {
  const gone = goneWords(findings, now);
  if (gone !== null) return { standing: 'done', because: gone, proposesClosing: true };
  if (findings.length === 0 || !findings.every(isQuietForGood)) return null;
  const dismissed = findings.filter(({ state }) => state === 'dismissed');
  const rest = findings.length - dismissed.length;
  const others =
    rest === 0 ? '' : `, and ${rest === 1 ? 'the other one is' : 'the others are'} gone`;
  return {
    standing: 'dropped',
    because: `${formatFinding(dismissed)} dismissed${others}`,
    proposesClosing: true,
  };
}

function isQuietForGood({ state }: TiedFinding): boolean {
  return state === 'dismissed' || state === 'resolved';
}

function blocked({ blockers }: ItemFacts): Judged | null {
  const waitsFor = blockers.filter(({ standing }) => !isSettled(standing));
  if (waitsFor.length === 0) return null;
  const names = waitsFor.slice(0, 3).map(({ key, standing }) => `${key} (${standing})`);
  const more = waitsFor.length > 3 ? ', …' : '';
  return { standing: 'blocked', because: `waits for ${names.join(', ')}${more}` };
}

/** A session began it, and no user has declared it over. */
function begun({ sessions }: ItemFacts): Judged | null {
  const [session] = sessions.toSorted((a, b) => (a.lastActivityAt < b.lastActivityAt ? 1 : -1));
  if (session === undefined) return null;
  const because = `${sessionWords(session)} ${SESSION_WORDS[session.state]}`;
  return { standing: 'in-progress', because };
}

function todoWords({ runs, queued, branches, findings }: ItemFacts): string {
  const [slot] = queued;
  if (slot !== undefined) return `a run of ${slot.routine} waits for its turn`;
  const [newest] = runs
    .filter(({ role }) => role === 'works')
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const gone = branches.find(({ state }) => state === 'gone');
  if (gone !== undefined) return `${gone.name} was removed and not merged`;
  if (newest !== undefined)
    return `run ${shortOf(newest.id)} of ${newest.routine} ended (${newest.outcome}) and left no branch`;
  const back = findings.filter(({ state }) => state === 'regressed');
  if (back.length > 0) return `${formatFinding(back)} back`;
  return 'not begun';
}

/** `its findings are gone since 3 nights`; `null` while one of them is there, or it has none. */
function goneWords(findings: readonly TiedFinding[], now: string): string | null {
  if (findings.length === 0 || findings.some(({ state }) => state !== 'resolved')) return null;
  const last = Math.max(...findings.map(({ resolvedAt }) => Date.parse(resolvedAt ?? now)));
  const nights = Math.floor((Date.parse(now) - last) / 86_400_000);
  const since = nights < 1 ? 'since the last run' : `since ${plural(nights, 'night')}`;
  return `its ${findings.length === 1 ? 'finding is' : `${findings.length} findings are`} gone ${since}`;
}

function formatFinding(findings: readonly TiedFinding[]): string {
  const names = findings.slice(0, 3).map(({ id }) => id);
  const more = findings.length > 3 ? ', …' : '';
  return `its ${findings.length === 1 ? 'finding' : 'findings'} ${names.join(', ')}${more} ${findings.length === 1 ? 'is' : 'are'}`;
}

function shortOf(id: string): string {
  return id.slice(-6);
}

// Standings of all items together: parents and blockers look at others. Pure.
export type OwnFacts = Omit<ItemFacts, 'children' | 'blockers'>;

/** By key, of every item. Those that wait for each other in a circle are taken to be to do while one looks at the other. */
export function allStandings(
  items: readonly Item[],
  factsOf: (item: Item) => OwnFacts,
): ReadonlyMap<ItemKey, Standing> {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const children = groupBy(items, ({ parent }) => parent ?? '');
  const known = new Map<ItemKey, Standing>();
  const underWay = new Set<ItemKey>();

  const tied = (item: Item): TiedItem => ({
    key: item.key,
    standing: judge(item)?.standing ?? 'todo',
  });
  const judge = (item: Item): Standing | null => {
    const before = known.get(item.key);
    if (before !== undefined) return before;
    if (underWay.has(item.key)) return null;
    underWay.add(item.key);
    const standing = standingOf(item, {
      ...factsOf(item),
      children: (children.get(item.key) ?? []).map(tied),
      blockers: blockersOf(item).flatMap((key) => {
        const blocker = byKey.get(key);
        return blocker === undefined ? [] : [tied(blocker)];
      }),
    });
    known.set(item.key, standing);
    return standing;
  };
  for (const item of items) judge(item);
  return known;
}

/** What it was said to wait for, whether or not that is over. */
export function blockersOf({ links = [] }: Item): readonly ItemKey[] {
  return links.flatMap(({ kind, id }) => (kind === 'blocked-by' && isItemKey(id) ? [id] : []));
}
