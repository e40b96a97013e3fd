import { describe, expect, it } from 'vitest';

import { type SparesSeen, sparesWanted } from '../../src/daemon/quiet-chores.ts';

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;

/** One is set, none is ready, and something is due soon. */
const SEEN: SparesSeen = {
  now: NOW,
  wakeAt: NOW + 20 * MINUTE,
  runEndedAt: null,
  ready: 0,
  count: 1,
  keptAt: null,
  fewSince: null,
};
const MADE = { ready: 1, keptAt: NOW - MINUTE };

describe('spares are made', () => {
  it.each<readonly [string, boolean, Partial<SparesSeen>]>([
    ['while something is due within the hour', true, {}],
    ['and not when it is due later', false, { wakeAt: NOW + 61 * MINUTE }],
    ['while a run ended within the hour', true, { wakeAt: null, runEndedAt: NOW - 59 * MINUTE }],
    ['and not when it ended before', false, { wakeAt: null, runEndedAt: NOW - 61 * MINUTE }],
    ['and not when nothing is due and none ended', false, { wakeAt: null }],
    ['and not when none is set', false, { count: 0 }],
    ['and not when there are enough', false, MADE],
    ['again when one was taken', true, { ...MADE, ready: 0 }],
    ['or kept longer before their hour is over', true, { ...MADE, keptAt: NOW - 31 * MINUTE }],
    ['or kept longer when another daemon made them', true, { ready: 1 }],
    ['and not soon after it could not be done', false, { fewSince: NOW - 9 * MINUTE }],
    ['but some time after it', true, { fewSince: NOW - 10 * MINUTE }],
    ['or removed when there are too many', true, { ...MADE, count: 0, wakeAt: null }],
  ])('%s', (_when, wanted, change) => {
    expect(sparesWanted({ ...SEEN, ...change })).toBe(wanted);
  });
});
