import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { acceptanceRows, decisionOn, formatShare, type Work } from '../../src/review/acceptance.ts';
import { BRANCH_VERDICT_KINDS } from '../../src/words/review/branch-verdict.ts';

const AT = '2026-11-20T08:00:00.000Z';

function work(engine: string, ...kinds: readonly (typeof BRANCH_VERDICT_KINDS)[number][]): Work {
  return {
    routine: 'tidy',
    engine,
    costUsd: 0.5,
    madeAt: AT,
    verdicts: kinds.map((kind, index) => ({ kind, at: `2026-11-20T1${index}:00:00.000Z` })),
  };
}

describe('acceptanceRows', () => {
  it('counts what was taken back as not taken, and what was restored as open again', () => {
    const [row] = acceptanceRows([
      work('claude', 'landed'),
      work('claude', 'commented', 'landed'),
      work('claude', 'landed', 'undone'),
      work('claude', 'discarded'),
      work('claude', 'discarded', 'restored'),
      work('claude', 'rejected'),
      work('claude', 'split'),
      work('claude'),
    ]);
    expect(row).toEqual({
      routine: 'tidy',
      engine: 'claude',
      made: 8,
      decided: 5,
      landed: 2,
      undone: 1,
      turnedDown: 2,
      open: 3,
      rate: 0.4,
      costUsd: 4,
      costPerLanded: 2,
      medianWaitMs: 2 * 3_600_000,
    });
  });

  it('gives no rate of fewer than five, and a row for each engine where there are several', () => {
    const rows = acceptanceRows([work('codex', 'landed'), work('claude', 'landed'), work('codex')]);
    expect(rows.map(({ engine, made, rate }) => [engine, made, rate])).toEqual([
      [null, 3, null],
      ['claude', 1, null],
      ['codex', 2, null],
    ]);
  });

  it('knows no cost where one piece of the work has none', () => {
    const [row] = acceptanceRows([work('claude', 'landed'), { ...work('claude'), costUsd: null }]);
    expect([row?.costUsd, row?.costPerLanded]).toEqual([null, null]);
  });

  it('never counts a piece of work twice or not at all', () => {
    const kinds = fc.array(fc.constantFrom(...BRANCH_VERDICT_KINDS), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), kinds)), (told) => {
        const rows = acceptanceRows(told.map(([engine, own]) => work(engine, ...own)));
        for (const row of rows) {
          expect(row.landed + row.undone + row.turnedDown).toBe(row.decided);
          expect(row.decided + row.open).toBe(row.made);
        }
        expect(rows[0]?.made ?? 0).toBe(told.length);
      }),
    );
  });
});

describe('decisionOn', () => {
  it('says when somebody first decided', () => {
    expect(decisionOn(work('a', 'commented', 'landed', 'undone').verdicts)).toEqual({
      decision: 'undone',
      at: '2026-11-20T11:00:00.000Z',
    });
  });
});

describe('formatShare', () => {
  it('gives no percentage of small numbers', () => {
    expect([formatShare(0, 0), formatShare(3, 4), formatShare(7, 9)]).toEqual([
      'none yet',
      '3 of 4',
      '7 of 9 (78%)',
    ]);
  });
});
