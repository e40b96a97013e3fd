/** Items and what is known of them, for tests of rules about them. */
import type { ItemFacts, TiedBranch, TiedFinding, TiedRun } from '../../src/ledger/item-facts.ts';
import { isItemKey, isRunId, type ItemKey, type RunId } from '../../src/words/ids.ts';
import type { PlannedTask, Item } from '../../src/words/item.ts';

export const NOW = '2026-11-22T06:00:00.000Z';

export function keyOf(number: number): ItemKey {
  const key = `RM-${number}`;
  if (!isItemKey(key)) throw new TypeError(key);
  return key;
}

export function runIdOf(number: number): RunId {
  const id = `01kn${String(number).padStart(22, '0')}`;
  if (!isRunId(id)) throw new TypeError(id);
  return id;
}

export function itemOf(number: number, change: Partial<Item> = {}): Item {
  return {
    key: keyOf(number),
    state: 'open',
    title: `do ${number}`,
    body: '',
    routine: null,
    run: null,
    findings: [],
    createdAt: '2026-11-20T06:00:00.000Z',
    ...change,
  };
}

export function factsOf(change: Partial<ItemFacts> = {}): ItemFacts {
  return {
    now: NOW,
    staleAfterMs: 14 * 86_400_000,
    runs: [],
    queued: [],
    branches: [],
    sessions: [],
    findings: [],
    children: [],
    blockers: [],
    ...change,
  };
}

export function tiedRun(change: Partial<TiedRun> = {}): TiedRun {
  return {
    id: runIdOf(1),
    routine: 'implement',
    role: 'works',
    state: 'ended',
    outcome: 'succeeded',
    well: true,
    at: '2026-11-21T06:00:00.000Z',
    ...change,
  };
}

export function tiedBranch(state: TiedBranch['state'], name = `fix-${state}`): TiedBranch {
  return { name, state, run: null, at: '2026-11-21T06:00:00.000Z' };
}

export function tiedFinding(state: TiedFinding['state'], id = 'F-0123456789'): TiedFinding {
  const at = '2026-11-19T05:00:00.000Z';
  return {
    id,
    title: 'a note',
    state,
    resolvedAt: state === 'resolved' ? at : null,
    dismissedAt: state === 'dismissed' ? at : null,
  };
}

export function taskOf(number: number, change: Partial<PlannedTask> = {}): PlannedTask {
  return {
    number,
    title: `part ${number}`,
    body: '',
    files: [],
    dependsOn: [],
    findings: [],
    wanted: null,
    made: null,
    ...change,
  };
}
