import { describe, expect, it } from 'vitest';

import {
  acceptanceByDay,
  costRows,
  lastDays,
  openFindings,
  spendByDay,
} from '../../../src/page/plots/read-plots.ts';

const DAYS = lastDays(new Date('2026-03-03T10:00:00Z'), 3, 'UTC');

describe('what plots are drawn from', () => {
  it('ends today, in the zone', () => {
    expect(DAYS).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
    expect(lastDays(new Date('2026-03-03T23:30:00Z'), 1, 'Europe/Berlin')).toEqual(['2026-03-04']);
  });

  it('counts a decision from its day on, and says nothing before the first', () => {
    const verdicts = [
      { at: '2026-03-02T08:00:00Z', taken: true },
      { at: '2026-03-03T08:00:00Z', taken: false },
    ];
    expect(acceptanceByDay(verdicts, DAYS, 'UTC').map(({ value }) => value)).toEqual([
      null,
      1,
      0.5,
    ]);
  });

  it('has no rows and no amounts where nothing ran', () => {
    expect(costRows([])).toEqual([]);
    expect(openFindings([], DAYS, 'UTC').map(({ value }) => value)).toEqual([0, 0, 0]);
    expect(spendByDay([], DAYS, 'UTC').map(({ value }) => value)).toEqual([0, 0, 0]);
  });
});
