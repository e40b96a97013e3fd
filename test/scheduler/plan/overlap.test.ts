import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decideOverlap } from '../../../src/scheduler/plan/overlap.ts';
import { OVERLAPS, type Overlap } from '../../../src/words/policy.ts';

interface Row {
  readonly overlap: Overlap;
  readonly running: boolean;
  readonly start: readonly number[];
  readonly keep: readonly number[];
  readonly skipped: readonly number[];
  readonly superseded: readonly number[];
  readonly stop: 'cancel' | 'terminate' | null;
}

const NOTHING = { start: [], keep: [], skipped: [], superseded: [], stop: null } as const;
const ALL = [3, 5, 7] as const;

/** Three slots are due at once. */
const ROWS: readonly Row[] = [
  { ...NOTHING, overlap: 'skip', running: false, start: [3], skipped: [5, 7] },
  { ...NOTHING, overlap: 'skip', running: true, skipped: ALL },
  { ...NOTHING, overlap: 'buffer-one', running: false, start: [3], keep: [5], skipped: [7] },
  { ...NOTHING, overlap: 'buffer-one', running: true, keep: [3], skipped: [5, 7] },
  { ...NOTHING, overlap: 'buffer-all', running: false, start: [3], keep: [5, 7] },
  { ...NOTHING, overlap: 'buffer-all', running: true, keep: ALL },
  { ...NOTHING, overlap: 'cancel-other', running: false, start: [7], superseded: [3, 5] },
  { ...NOTHING, overlap: 'cancel-other', running: true, keep: ALL, stop: 'cancel' },
  { ...NOTHING, overlap: 'terminate-other', running: false, start: [7], superseded: [3, 5] },
  { ...NOTHING, overlap: 'terminate-other', running: true, keep: ALL, stop: 'terminate' },
  { ...NOTHING, overlap: 'allow-all', running: false, start: ALL },
  { ...NOTHING, overlap: 'allow-all', running: true, start: ALL },
];

const slot = (at: number, byPerson = false): { at: number; byPerson: boolean } => ({
  at,
  byPerson,
});

function decide(
  slots: readonly { at: number; byPerson: boolean }[],
  overlap: Overlap,
  running: boolean,
): Row {
  const outcome = decideOverlap(slots, { overlap, running });
  return {
    overlap,
    running,
    start: outcome.start.map(({ at }) => at),
    keep: outcome.keep.map(({ at }) => at),
    skipped: outcome.skipped.map(({ slot: { at } }) => at),
    superseded: outcome.superseded.map(({ slot: { at } }) => at),
    stop: outcome.stop?.how ?? null,
  };
}

describe('three slots that are due at once', () => {
  it.each(ROWS)('$overlap, running: $running', (row) => {
    expect(decide([slot(3), slot(5), slot(7)], row.overlap, row.running)).toEqual(row);
  });
});

describe('slots that a person asked for', () => {
  it('wait for a run that continues, whatever the policy, and end nothing', () => {
    for (const overlap of OVERLAPS.filter((one) => one !== 'allow-all')) {
      const row = decide([slot(1, true), slot(2, true)], overlap, true);
      expect(row).toEqual({ ...NOTHING, overlap, running: true, keep: [1, 2] });
    }
  });

  it('start with all others where runs may overlap', () => {
    const row = decide([slot(1, true), slot(2)], 'allow-all', true);
    expect(row).toEqual({ ...NOTHING, overlap: 'allow-all', running: true, start: [1, 2] });
  });

  it('take no place of the one slot that may be buffered', () => {
    const slots = [slot(1, true), slot(2), slot(3)];
    const row = decide(slots, 'buffer-one', true);
    expect(row).toMatchObject({ keep: [1, 2], skipped: [3] });
  });

  it('are not given up for a newer slot that takes over', () => {
    const row = decide([slot(1, true), slot(2), slot(3)], 'cancel-other', false);
    expect(row).toMatchObject({ start: [3], keep: [1], superseded: [2] });
  });
});

describe('waiting slots', () => {
  it('are a thousand at most; those beyond are skipped, and told how many wait', () => {
    const slots = Array.from({ length: 1_003 }, (_, at) => slot(at));
    const outcome = decideOverlap(slots, { overlap: 'buffer-all', running: true });
    expect(outcome.keep).toHaveLength(1_000);
    expect(outcome.skipped.map(({ slot: { at }, why }) => ({ at, why }))).toEqual(
      [1_000, 1_001, 1_002].map((at) => ({ at, why: { kind: 'buffer-full', count: 1_000 } })),
    );
  });

  it('each come to exactly one thing, and at most one starts where runs may not overlap', () => {
    const slots = fc.array(fc.boolean(), { maxLength: 30 });
    fc.assert(
      fc.property(slots, fc.constantFrom(...OVERLAPS), fc.boolean(), (people, overlap, running) => {
        const given = people.map((byPerson, at) => slot(at, byPerson));
        const row = decide(given, overlap, running);
        const all = [...row.start, ...row.keep, ...row.skipped, ...row.superseded];
        expect(all.toSorted((a, b) => a - b)).toEqual(given.map(({ at }) => at));
        const most = overlap === 'allow-all' ? given.length : running ? 0 : 1;
        expect(row.start.length).toBeLessThanOrEqual(most);
        // When nothing runs, something starts.
        expect(row.start.length > 0 || running || given.length === 0).toBe(true);
      }),
    );
  });
});
