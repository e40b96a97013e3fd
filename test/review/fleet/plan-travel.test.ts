import { describe, expect, it } from 'vitest';

import { planTravel, type TravelFacts } from '../../../src/review/fleet/sync-branches.ts';
import type { Travel } from '../../../src/store/dispatch-port.ts';
import { type CommitSha, isCommitSha } from '../../../src/words/ids.ts';

const head = commit('a');
const other = commit('b');
const now = new Date('2026-11-28T08:00:00Z');
const facts: TravelFacts = { tip: head, place: 'alder', decision: null, now };

function commit(letter: string): CommitSha {
  const text = letter.repeat(40);
  if (!isCommitSha(text)) throw new TypeError(text);
  return text;
}

function plan(travel: Travel, place: string, more: Partial<TravelFacts> = {}): string {
  return planTravel({ travel, head, place }, { ...facts, ...more });
}

describe('a branch that is due', () => {
  it('is pushed by the machine of its run, also when a person took it further', () => {
    expect(plan({ kind: 'due' }, 'alder')).toBe('send');
    expect(plan({ kind: 'due' }, 'alder', { tip: other })).toBe('send');
  });

  it('is pushed by another machine only where it stands as it was handed back', () => {
    expect(plan({ kind: 'due' }, 'birch')).toBe('send');
    expect(plan({ kind: 'due' }, 'birch', { tip: other })).toBe('nothing');
    expect(plan({ kind: 'due' }, 'birch', { tip: null })).toBe('nothing');
  });

  it('is forgotten where it is gone or was decided', () => {
    expect(plan({ kind: 'due' }, 'alder', { tip: null })).toBe('forget');
    expect(plan({ kind: 'due' }, 'alder', { decision: 'landed' })).toBe('forget');
    expect(plan({ kind: 'due' }, 'alder', { decision: 'open' })).toBe('send');
  });
});

describe('a branch that was kept', () => {
  it('is tried again after a minute', () => {
    const kept = (triedAt: string): Travel => ({ kind: 'kept', why: 'refused', triedAt });
    expect(plan(kept('2026-11-28T07:59:01Z'), 'alder')).toBe('nothing');
    expect(plan(kept('2026-11-28T07:59:00Z'), 'alder')).toBe('send');
  });
});

describe('a branch on the remote', () => {
  it('is fetched where it is missing, and goes where it was deleted by hand', () => {
    expect(plan({ kind: 'pushed' }, 'birch', { tip: null })).toBe('fetch');
    expect(plan({ kind: 'pushed' }, 'birch')).toBe('nothing');
    expect(plan({ kind: 'pushed' }, 'alder')).toBe('nothing');
    expect(plan({ kind: 'pushed' }, 'alder', { tip: null })).toBe('drop');
  });

  it('goes when it was decided, from any machine', () => {
    expect(plan({ kind: 'pushed' }, 'alder', { decision: 'landed' })).toBe('drop');
    expect(plan({ kind: 'pushed' }, 'birch', { tip: null, decision: 'discarded' })).toBe('drop');
    expect(plan({ kind: 'pushed' }, 'birch', { tip: null, decision: 'open' })).toBe('fetch');
  });
});
