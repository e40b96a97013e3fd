import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { newRunId } from '../../src/platform/ids.ts';
import { planCleanUp, type CleanUpPolicy } from '../../src/worktrees/clean-up.ts';
import type { Remains, RemainsFacts, RunRepositoryFacts } from '../../src/worktrees/remains.ts';

const NOW = new Date('2026-11-21T00:00:00Z');
const POLICY: CleanUpPolicy = { now: NOW, ceilingBytes: null, setAside: false };
const run = newRunId(new Date(0));

const OVER: RunRepositoryFacts = {
  kind: 'run-repository',
  endedAt: '2026-11-01T00:00:00.000Z',
  attendedBy: null,
  unreadable: null,
  holds: null,
  touched: null,
  good: true,
  keepUntil: '2026-11-02T00:00:00.000Z',
  unmerged: null,
};
const KEPT: RunRepositoryFacts = { ...OVER, keepUntil: '2026-11-22T00:00:00.000Z' };

function remains(facts: RemainsFacts, change: Partial<Remains> = {}): Remains {
  return {
    kind: 'worktree',
    at: '/state/runs/x/worktree',
    bytes: 100,
    files: 1,
    since: '2026-11-01T00:00:00.000Z',
    owner: { routine: null, run },
    facts,
    ...change,
  };
}

function verdict(facts: RemainsFacts, policy: Partial<CleanUpPolicy> = {}): unknown {
  return planCleanUp([remains(facts)], { ...POLICY, ...policy }).decisions[0]?.verdict;
}

describe('what goes', () => {
  it.each<[string, Partial<RunRepositoryFacts>, string]>([
    [
      'is at work',
      { attendedBy: 'process 7 works in its folder' },
      'process 7 works in its folder',
    ],
    ['has not ended', { endedAt: null }, 'its run has not ended'],
    ['cannot be read', { unreadable: 'its record cannot be read' }, 'its record cannot be read'],
    ['holds work', { holds: 'its changes were refused: x' }, 'its changes were refused: x'],
    ['was changed', { touched: 'a' }, 'a in it was changed after the run had ended'],
    ['has no date', { keepUntil: null }, 'no time is set yet for how long it is kept'],
  ])('a worktree stays whose run %s, however old and however little room there is', (...row) => {
    const [, facts, why] = row;
    const expected = { kind: 'keep', why, until: null };
    expect(verdict({ ...OVER, ...facts })).toEqual(expected);
    expect(verdict({ ...OVER, ...facts }, { ceilingBytes: 0 })).toEqual(expected);
  });

  it('a worktree goes when its time is over', () => {
    expect(verdict(OVER)).toEqual({
      kind: 'remove',
      why: 'it was kept until 2026-11-02T00:00:00.000Z',
      early: false,
    });
    expect(verdict({ ...OVER, keepUntil: NOW.toISOString() })).toMatchObject({ kind: 'remove' });
    expect(verdict(KEPT)).toMatchObject({ kind: 'keep', until: '2026-11-22T00:00:00.000Z' });
  });

  it('what was set aside goes only when a person says so', () => {
    const facts = { kind: 'asked', why: 'it could not be read' } as const;
    expect(verdict(facts, { ceilingBytes: 0 })).toMatchObject({ kind: 'keep' });
    expect(verdict(facts, { setAside: true })).toMatchObject({ kind: 'remove', early: false });
  });

  it('above the ceiling the oldest go early: of good runs first, then caches, then of bad runs', () => {
    const cache: RemainsFacts = {
      kind: 'ages',
      until: '2026-12-01T00:00:00.000Z',
      why: 'used lately',
      early: true,
    };
    const archive: RemainsFacts = { ...cache, early: false };
    const found = [
      remains({ ...KEPT, good: false }, { at: 'bad', since: '2026-11-01' }),
      remains(KEPT, { at: 'young', since: '2026-11-20' }),
      remains(KEPT, { at: 'old', since: '2026-11-19' }),
      remains(cache, { at: 'cache', kind: 'cache' }),
      remains(archive, { at: 'archive', kind: 'archive' }),
      remains({ ...KEPT, holds: 'work' }, { at: 'held' }),
    ];
    const removed = (ceilingBytes: number): readonly string[] =>
      planCleanUp(found, { ...POLICY, ceilingBytes })
        .decisions.filter((one) => one.verdict.kind === 'remove')
        .map((one) => one.remains.at);
    expect(removed(600)).toEqual([]);
    expect(removed(599)).toEqual(['old']);
    expect(removed(400)).toEqual(['young', 'old']);
    expect(removed(300)).toEqual(['young', 'old', 'cache']);
    expect(removed(250)).toEqual(['bad', 'young', 'old', 'cache']);
    expect(planCleanUp(found, { ...POLICY, ceilingBytes: 150 })).toMatchObject({
      usedBytes: 600,
      leftBytes: 200,
      overBytes: 50,
    });
  });

  it('is never alive, held, unreadable, touched or of unknown age, whatever is found', () => {
    const instant = fc
      .date({ noInvalidDate: true, min: new Date('2026-11-20'), max: new Date('2026-11-22') })
      .map((date) => date.toISOString());
    const text = fc.option(fc.string({ minLength: 1 }));
    const repository = fc.record<RunRepositoryFacts>({
      kind: fc.constant('run-repository' as const),
      endedAt: fc.option(instant),
      attendedBy: text,
      unreadable: text,
      holds: text,
      touched: text,
      good: fc.boolean(),
      keepUntil: fc.option(instant),
      unmerged: text,
    });
    const found = fc.array(
      fc.tuple(repository, fc.nat(1_000)).map(([facts, bytes]) => remains(facts, { bytes })),
    );
    fc.assert(
      fc.property(found, fc.option(fc.nat(3_000)), (all, ceilingBytes) => {
        const plan = planCleanUp(all, { ...POLICY, ceilingBytes });
        expect(plan.decisions.map((one) => one.remains)).toEqual(all);
        const gone = plan.decisions.flatMap(({ remains: { facts: of }, verdict: how }) =>
          how.kind === 'remove' && of.kind === 'run-repository' ? [{ of, early: how.early }] : [],
        );
        const wrong = gone.filter(({ of, early }) => {
          const { attendedBy, unreadable, holds, touched, endedAt, keepUntil } = of;
          const reasons = [attendedBy, unreadable, holds, touched];
          if (reasons.some((reason) => reason !== null)) return true;
          if (endedAt === null || keepUntil === null) return true;
          return !early && keepUntil > NOW.toISOString();
        });
        expect(wrong).toEqual([]);
      }),
    );
  });
});
