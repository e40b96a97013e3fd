import { describe, expect, test } from 'vitest';

import { budgetOf, decideBudget, type BudgetQuestion } from '../../src/words/budget.ts';
import { isRoutineId, isRunId, type RoutineId, type RunId } from '../../src/words/ids.ts';
import type { RunBudget } from '../../src/words/routine.ts';
import { toDayLedger, type UsageEntry, NO_USAGE } from '../../src/words/usage.ts';

const NONE: RunBudget = {
  usdPerRun: null,
  usdPerDay: null,
  tokensPerRun: null,
  tokensPerDay: null,
  onExceed: 'stop',
};

function routineOf(id: string): RoutineId {
  if (isRoutineId(id)) return id;
  throw new TypeError(id);
}

function runOf(number: number): RunId {
  const id = `01kake00000000000000${String(number).padStart(6, '0')}`;
  if (isRunId(id)) return id;
  throw new TypeError(id);
}

const sweep = routineOf('sweep');
const digest = routineOf('digest');
const at = '2026-11-21T02:00:00.000Z';

function used(number: number, usd: number, routine = sweep): UsageEntry {
  const amount = { usd, tokens: usd * 1_000 };
  return { kind: 'used', run: runOf(number), routine, at, usage: NO_USAGE, amount };
}

function reserved(number: number, usd: number, routine = sweep): UsageEntry {
  const amount = { usd, tokens: usd * 1_000 };
  return { kind: 'reserved', run: runOf(number), routine, at, amount };
}

function decide(change: Partial<BudgetQuestion>, entries: readonly UsageEntry[] = []) {
  return decideBudget({
    routine: sweep,
    budget: null,
    workspace: null,
    day: toDayLedger(entries),
    typical: null,
    anyway: false,
    ...change,
  });
}

describe('what a run may use', () => {
  test('is as much as it wants when nothing bounds it', () => {
    expect(decide({})).toEqual({ kind: 'allowed', allowance: null });
    expect(decide({ budget: NONE })).toEqual({ kind: 'allowed', allowance: null });
  });

  test('is its own bound, and of a day that has less left, that', () => {
    const budget = { ...NONE, usdPerRun: 3, usdPerDay: 10 };
    expect(decide({ budget })).toMatchObject({
      allowance: { usd: 3, tokens: null, because: 'limits.budget.usd-per-run' },
    });
    expect(decide({ budget }, [used(1, 6), reserved(2, 3), used(3, 50, digest)])).toMatchObject({
      allowance: { usd: 1, because: 'limits.budget.usd-per-day' },
    });
  });

  test('is nothing once the day is used up, with the figures', () => {
    const budget = { ...NONE, usdPerDay: 10 };
    expect(decide({ budget }, [used(1, 10)])).toEqual({
      kind: 'used-up',
      reason: '$10.00 of $10.00 today: limits.budget.usd-per-day',
    });
    expect(decide({ budget }, [used(1, 4), reserved(2, 6)])).toEqual({
      kind: 'used-up',
      reason: '$10.00 of $10.00 today, $6.00 of it set aside for 000002: limits.budget.usd-per-day',
    });
    expect(decide({ workspace: { usdPerDay: null, tokensPerDay: 5_000 } }, [used(1, 5)])).toEqual({
      kind: 'used-up',
      reason: '5,000 tokens of 5,000 tokens today: limits.budget.tokens-per-day of roundsman.yaml',
    });
  });

  test('counts every routine for the workspace, and its own for a routine', () => {
    const day = [used(1, 6, digest), used(2, 3)];
    expect(decide({ budget: { ...NONE, usdPerDay: 10, usdPerRun: 10 } }, day)).toMatchObject({
      allowance: { usd: 7 },
    });
    const workspace = { usdPerDay: 10, tokensPerDay: null };
    const budget = { ...NONE, usdPerRun: 10 };
    expect(decide({ budget, workspace }, day)).toMatchObject({ allowance: { usd: 1 } });
  });

  test('leaves something for others where only the day bounds it', () => {
    const workspace = { usdPerDay: 20, tokensPerDay: null };
    expect(decide({ workspace })).toMatchObject({ allowance: { usd: 10 } });
    const typical = { usd: 0.5, tokens: 100 };
    expect(decide({ workspace, typical })).toMatchObject({ allowance: { usd: 2 } });
    expect(decide({ workspace, typical }, [used(1, 19)])).toMatchObject({ allowance: { usd: 1 } });
  });

  test('is its own bound alone when a person wants it anyway', () => {
    const budget = { ...NONE, usdPerRun: 3, usdPerDay: 10 };
    expect(decide({ budget, anyway: true }, [used(1, 10)])).toMatchObject({
      allowance: { usd: 3 },
    });
  });

  test('only warns where the routine says so, unless the workspace has a bound', () => {
    const budget = { ...NONE, usdPerRun: 3, usdPerDay: 4, onExceed: 'warn' as const };
    expect(decide({ budget }, [used(1, 5)])).toMatchObject({
      allowance: { usd: 0, onExceed: 'warn' },
    });
    const workspace = { usdPerDay: 20, tokensPerDay: null };
    expect(decide({ budget, workspace }, [used(1, 5)])).toMatchObject({
      allowance: { usd: 7.5, onExceed: 'stop' },
    });
  });

  test('is for a later agent what the earlier ones left', () => {
    const allowance = { usd: 3, tokens: 1_000, onExceed: 'stop', because: 'x' } as const;
    expect(budgetOf(allowance, { usd: 1, tokens: 2_000 })).toEqual({
      usd: 2,
      tokens: 0,
      warnAt: 0.8,
      onExceed: 'stop',
    });
    expect(budgetOf(null, { usd: 1, tokens: 1 })).toBeNull();
    expect(budgetOf(undefined, { usd: 1, tokens: 1 })).toBeNull();
  });

  test('what a run used is not replaced by what is set aside for it', () => {
    expect([...toDayLedger([used(1, 2), reserved(1, 5)]).values()]).toEqual([used(1, 2)]);
  });
});

describe('what is left of a day', () => {
  const day = [
    { ...used(1, 3), engine: 'claude' as const, by: 'ada' },
    { ...reserved(2, 1, digest), engine: 'codex' as const, by: 'ada' },
    { ...used(3, 2, digest), engine: 'claude' as const },
  ];
  const bounds = (usdPerDay: number) => ({ usdPerDay, tokensPerDay: null });

  test('is that of the engine, over all routines', () => {
    const workspace = { ...bounds(100), engines: { claude: bounds(6) } };
    expect(decide({ workspace, engine: 'claude', typical: { usd: 9, tokens: 0 } }, day)).toEqual({
      kind: 'allowed',
      allowance: {
        usd: 1,
        tokens: null,
        onExceed: 'stop',
        because: 'limits.budget.engines.claude.usd-per-day of roundsman.yaml',
      },
    });
    const full = { ...workspace, engines: { claude: bounds(5) } };
    expect(decide({ workspace: full, engine: 'claude' }, day)).toEqual({
      kind: 'used-up',
      reason: '$5.00 of $5.00 today: limits.budget.engines.claude.usd-per-day of roundsman.yaml',
    });
    expect(decide({ workspace: full, engine: 'codex' }, day).kind).toBe('allowed');
  });

  test('is that of who started it, what is set aside included, and binds no schedule', () => {
    const workspace = { usdPerDay: null, tokensPerDay: null, perPerson: bounds(4) };
    const asked = decide({ workspace, by: 'ada' }, day);
    expect(asked.kind === 'used-up' ? asked.reason : asked).toMatch(
      /^\$4\.00 of \$4\.00 today, \$1\.00 of it set aside for .*: limits\.budget\.per-person\.usd-per-day of roundsman\.yaml, for ada$/,
    );
    expect(decide({ workspace, by: 'ada', anyway: true }, day).kind).toBe('allowed');
    expect(decide({ workspace, by: 'bo' }, day)).toMatchObject({ allowance: { usd: 2 } });
    expect(decide({ workspace, by: null }, day)).toEqual({ kind: 'allowed', allowance: null });
  });
});
