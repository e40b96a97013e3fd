import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { ItemFacts } from '../../src/ledger/item-facts.ts';
import { allStandings, standingOf } from '../../src/ledger/item-standing.ts';
import type { Item } from '../../src/words/item.ts';
import { factsOf, itemOf, keyOf, NOW, tiedBranch, tiedFinding, tiedRun } from '../kit/items.ts';

const session = (state: ItemFacts['sessions'][number]['state']): ItemFacts['sessions'][number] => ({
  id: 'a1b2',
  engine: 'claude',
  state,
  lastActivityAt: '2026-11-21T06:00:00.000Z',
});
const closed = { reason: '', by: 'ada', at: NOW } as const;

const TABLE: readonly (readonly [
  name: string,
  item: Partial<Item>,
  facts: Partial<ItemFacts>,
  standing: string,
  because: string,
])[] = [
  ['nobody has begun', {}, {}, 'todo', 'not begun'],
  ['one that waits', { state: 'proposed' }, {}, 'proposed', 'it waits for approval'],
  [
    'a key that is set aside',
    { state: 'reserved' },
    {},
    'proposed',
    'its key is reserved for an active run',
  ],
  ['a declined one', { state: 'declined' }, {}, 'dropped', 'it was declined'],
  ['an unused key', { state: 'released' }, {}, 'dropped', 'its run did not use the key'],
  [
    'a run at work',
    {},
    { runs: [tiedRun({ state: 'running' })], blockers: [{ key: keyOf(2), standing: 'todo' }] },
    'in-progress',
    'run 000001 of implement works on it',
  ],
  [
    'a run that asks',
    {},
    { runs: [tiedRun({ state: 'waiting' })] },
    'in-progress',
    'run 000001 of implement waits for an answer',
  ],
  [
    'a run that only asked for it',
    {},
    { runs: [tiedRun({ state: 'running', role: 'proposed' })] },
    'todo',
    'not begun',
  ],
  [
    'an open session',
    {},
    { sessions: [session('idle')] },
    'in-progress',
    'claude session a1b2 is open',
  ],
  [
    'a session that ended',
    {},
    { sessions: [session('ended')] },
    'in-progress',
    'claude session a1b2 began it, and ended',
  ],
  [
    'a queued run',
    {},
    { queued: [{ routine: 'implement', at: NOW }] },
    'todo',
    'a run of implement waits for its turn',
  ],
  [
    'a run that left nothing',
    {},
    { runs: [tiedRun({ outcome: 'timed-out' })] },
    'todo',
    'run 000001 of implement ended (timed-out) and left no branch',
  ],
  [
    'a branch that waits',
    {},
    { branches: [tiedBranch('waiting')] },
    'in-review',
    'fix-waiting waits to be merged',
  ],
  [
    'a branch that waits beside a merged one',
    {},
    { branches: [tiedBranch('merged'), tiedBranch('waiting')] },
    'in-review',
    'fix-waiting waits to be merged; fix-merged is merged',
  ],
  [
    'a merged branch, whatever it was said to wait for',
    {},
    { branches: [tiedBranch('merged')], blockers: [{ key: keyOf(2), standing: 'todo' }] },
    'landed',
    'fix-merged is merged',
  ],
  [
    'a merged branch and no finding left',
    {},
    { branches: [tiedBranch('merged')], findings: [tiedFinding('resolved')] },
    'landed',
    'fix-merged is merged, and its finding is gone since 3 nights',
  ],
  ['an empty branch', {}, { branches: [tiedBranch('empty')] }, 'todo', 'not begun'],
  [
    'a removed branch',
    {},
    { branches: [tiedBranch('gone')], runs: [tiedRun()] },
    'todo',
    'fix-gone was removed and not merged',
  ],
  [
    'no finding left',
    {},
    { findings: [tiedFinding('resolved'), tiedFinding('resolved')] },
    'done',
    'its 2 findings are gone since 3 nights',
  ],
  [
    'one finding left',
    {},
    { findings: [tiedFinding('resolved'), tiedFinding('known')] },
    'todo',
    'not begun',
  ],
  [
    'dismissed findings',
    {},
    { findings: [tiedFinding('dismissed')] },
    'dropped',
    'its finding F-0123456789 is dismissed',
  ],
  [
    'one finding dismissed, one gone',
    {},
    { findings: [tiedFinding('dismissed'), tiedFinding('resolved')] },
    'dropped',
    'its finding F-0123456789 is dismissed, and the other one is gone',
  ],
  [
    'something before it',
    {},
    { blockers: [{ key: keyOf(2), standing: 'in-review' }] },
    'blocked',
    'waits for RM-2 (in-review)',
  ],
  [
    'what was before it has landed',
    {},
    { blockers: [{ key: keyOf(2), standing: 'landed' }] },
    'todo',
    'not begun',
  ],
  [
    'all sub-items over',
    {},
    {
      children: [
        { key: keyOf(2), standing: 'landed' },
        { key: keyOf(3), standing: 'dropped' },
      ],
    },
    'done',
    'all of its 1 sub-item are done',
  ],
  [
    'some sub-items over',
    {},
    {
      children: [
        { key: keyOf(2), standing: 'landed' },
        { key: keyOf(3), standing: 'todo' },
      ],
    },
    'in-progress',
    '1 of its 2 sub-items done',
  ],
  [
    'closed as done',
    { state: 'closed', closed: { ...closed, how: 'done' } },
    { branches: [tiedBranch('waiting')] },
    'done',
    'closed by ada as done',
  ],
  [
    'closed as done, and back',
    { state: 'closed', closed: { ...closed, how: 'done' } },
    { findings: [tiedFinding('regressed')] },
    'done',
    'closed by ada as done; its finding F-0123456789 is back since',
  ],
  [
    'a duplicate',
    { state: 'closed', closed: { ...closed, how: 'duplicate', reason: 'of RM-2' } },
    {},
    'dropped',
    'closed by ada as a duplicate: of RM-2',
  ],
];

describe('where an item stands', () => {
  it.each(TABLE)('%s', (...row) => {
    const [, item, facts, standing, because] = row;
    const judged = standingOf(itemOf(1, item), factsOf(facts));
    expect([judged.standing, judged.because]).toEqual([standing, because]);
  });

  it('proposes closing for what facts say is over, and for nothing that a person closed', () => {
    const gone = factsOf({ findings: [tiedFinding('resolved')] });
    expect(standingOf(itemOf(1), gone).proposesClosing).toBe(true);
    const over = itemOf(1, { state: 'closed', closed: { ...closed, how: 'done' } });
    expect(standingOf(over, gone).proposesClosing).toBe(false);
    expect(standingOf(itemOf(1), factsOf()).proposesClosing).toBe(false);
  });

  it('calls stale what nothing happened to for two weeks, findings that are seen again apart', () => {
    const old = itemOf(1, { createdAt: '2026-11-01T06:00:00.000Z' });
    expect(standingOf(old, factsOf({ findings: [tiedFinding('known')] })).stale).toEqual({
      since: '2026-11-01T06:00:00.000Z',
      why: 'nothing has happened for 21 days',
    });
    const edited = itemOf(1, { ...old, history: [{ at: NOW, by: 'ada', what: 'changed body' }] });
    expect(standingOf(edited, factsOf()).stale).toBeNull();
    expect(standingOf(old, factsOf({ runs: [tiedRun()] })).stale).toBeNull();
    expect(standingOf(old, factsOf({ staleAfterMs: 30 * 86_400_000 })).stale).toBeNull();
  });

  it('calls stale at once what is in progress and attended by nobody', () => {
    const left = factsOf({ sessions: [session('ended')] });
    expect(standingOf(itemOf(1), left).stale).toEqual({
      since: '2026-11-21T06:00:00.000Z',
      why: 'it is in progress, and was not worked on for 1 day',
    });
    expect(standingOf(itemOf(1), factsOf({ sessions: [session('working')] })).stale).toBeNull();
  });
});

const facts = fc.record({
  runs: fc.array(
    fc.record({
      state: fc.constantFrom('queued', 'running', 'waiting', 'parked', 'ended'),
      role: fc.constantFrom('works', 'proposed', 'plans'),
    }),
    { maxLength: 3 },
  ),
  branches: fc.array(fc.constantFrom('waiting', 'merged', 'empty', 'gone'), { maxLength: 3 }),
  findings: fc.array(
    fc.constantFrom('new', 'known', 'resolved', 'regressed', 'dismissed', 'snoozed'),
    { maxLength: 3 },
  ),
  sessions: fc.array(fc.constantFrom('working', 'waiting', 'idle', 'ended', 'unknown'), {
    maxLength: 2,
  }),
});
const item = fc.record({
  state: fc.constantFrom('reserved', 'proposed', 'open', 'declined', 'released', 'closed'),
  parent: fc.option(fc.integer({ min: 1, max: 8 })),
  blockers: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  facts,
});

describe('items that look at each other, in circles too', () => {
  it('each stand somewhere, and land only with a merged branch', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), (drawn) => {
        const items = drawn.map(({ state, parent, blockers }, index) =>
          itemOf(index + 1, {
            state,
            parent: parent === null ? null : keyOf(parent),
            links: blockers.map((number) => ({ kind: 'blocked-by', id: keyOf(number) })),
          }),
        );
        const known = new Map(
          items.map(({ key }, index) => {
            const one = drawn[index]?.facts;
            return [
              key,
              factsOf({
                runs: (one?.runs ?? []).map((run) => tiedRun(run)),
                branches: (one?.branches ?? []).map((state) => tiedBranch(state)),
                findings: (one?.findings ?? []).map((state) => tiedFinding(state)),
                sessions: (one?.sessions ?? []).map((state) => session(state)),
              }),
            ];
          }),
        );
        const standings = allStandings(items, ({ key }) => known.get(key) ?? factsOf());
        expect([...standings.keys()].toSorted()).toEqual(items.map(({ key }) => key).toSorted());
        for (const [key, { standing, because }] of standings) {
          const merged = known.get(key)?.branches.some(({ state }) => state === 'merged') ?? false;
          expect(standing === 'landed' && !merged).toBe(false);
          expect(because).not.toBe('');
          expect(because).not.toContain('\n');
        }
      }),
    );
  });
});
