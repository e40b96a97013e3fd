import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { newRunId } from '../../src/platform/ids.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import {
  inspectBudget,
  readDayLedger,
  reserveBudget,
  settleUsage,
} from '../../src/runtime/day-usage.ts';
import { fileLocks } from '../../src/store/files/file-locks.ts';
import { fileUsageStore } from '../../src/store/files/file-usage-store.ts';
import type { StoredRun } from '../../src/store/ports.ts';
import { isSlotKey, type RunId } from '../../src/words/ids.ts';
import type { RunBudget } from '../../src/words/routine.ts';
import { RUN_PROTOCOL, type RunSpec } from '../../src/words/run-spec.ts';
import { EMPTY_PROGRESS, type RunRecord } from '../../src/words/run.ts';
import { sumOf, toDayLedger } from '../../src/words/usage.ts';
import { agentExit, agentOutcome } from '../kit/agent-exit.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { routineNamed } from '../kit/routine.ts';
import { waitingClock } from '../kit/waiting-clock.ts';

const AT = '2026-11-21T02:00:00.000Z';
const DAY = '2026-11-21';

const NO_BOUND: RunBudget = {
  usdPerRun: null,
  usdPerDay: null,
  tokensPerRun: null,
  tokensPerDay: null,
  onExceed: 'stop',
};

/** Runs in memory, and a day's usage on disk. */
function world(budget: Partial<RunBudget> | null, usdPerDay: number | null = null) {
  const stateDir = temporaryFolder();
  const usage = fileUsageStore(stateDir);
  const stored = new Map<RunId, StoredRun>();
  const clock = waitingClock(AT);
  const locks = fileLocks(stateDir, clock);
  const runs = { read: (id: RunId) => Promise.resolve(stored.get(id) ?? null) };
  const begin = (routine = 'sweep', startedAt = AT) => {
    const base = routineNamed(routine);
    const id = newRunId(new Date(startedAt));
    const key = `manual:${id}`;
    if (!isSlotKey(key)) throw new TypeError(key);
    const limits =
      budget === null ? base.limits : { ...base.limits, budget: { ...NO_BOUND, ...budget } };
    const spec: RunSpec = {
      protocol: RUN_PROTOCOL,
      id,
      routine: { ...base, limits, agent: { ...base.agent, engine: 'claude', command: [] } },
      definition: { path: '/x.yaml', hash: '0', source: 'ref', overrides: [] },
      slot: { key, scheduledFor: startedAt, trigger: 'manual' },
      event: null,
      inputs: {},
      attempt: 1,
      workspace: { name: 'x', root: '/x', gitDir: '/x/.git', bare: false, stateDir },
      settings: {
        timezone: 'Europe/Berlin',
        trackReports: false,
        diskFloorBytes: 0,
        engines: {},
        budget: usdPerDay === null ? null : { usdPerDay, tokensPerDay: null },
      },
      window: { from: null, to: startedAt, uncovered: null },
      admittedAt: startedAt,
      admittedBy: ownIdentity(),
      limits: { maxOutputBytes: 1 },
    };
    const record: RunRecord = {
      protocol: RUN_PROTOCOL,
      sequence: 1,
      id,
      phase: { kind: 'queued' },
      startedAt,
      agentExit: null,
      session: null,
      earlier: [],
      progress: EMPTY_PROGRESS,
      failure: null,
      skipped: null,
    };
    stored.set(id, { spec, record });
    return { spec, record, startedAt, runs, usage, locks, clock };
  };
  type Begun = ReturnType<typeof begin>;
  /** What its engine said that it cost; the run is over. */
  const ended = (run: Begun, usd: number, allowance = run.record.progress.allowance): Begun => {
    const usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 10, costUsd: usd };
    const record: RunRecord = {
      ...run.record,
      phase: { kind: 'ended', result: null, endedAt: AT },
      agentExit: agentExit({ outcome: agentOutcome({ usage }) }),
      progress: { ...EMPTY_PROGRESS, ...(allowance === undefined ? {} : { allowance }) },
    };
    stored.set(run.spec.id, { spec: run.spec, record });
    return { ...run, record };
  };
  const sum = async () => sumOf((await readDayLedger({ usage, date: DAY, runs })).day);
  return { stateDir, begin, ended, sum };
}

describe('a day’s budget', () => {
  test('is set aside for a run, and what the run did not use is free again', async () => {
    const { begin, ended, sum } = world({ usdPerRun: 4, usdPerDay: 5 });
    const first = begin();
    expect(await reserveBudget(first)).toMatchObject({ allowance: { usd: 4 } });
    const second = begin();
    expect(await reserveBudget(second)).toMatchObject({ allowance: { usd: 1 } });
    expect(await inspectBudget(begin())).toMatchObject({ kind: 'used-up' });
    await settleUsage(ended(first, 0.5));
    expect(await inspectBudget(begin())).toMatchObject({ allowance: { usd: 3.5 } });
    expect(await sum()).toMatchObject({ used: { usd: 0.5, tokens: 110 }, reserved: { usd: 1 } });
  });

  test('is set aside once, however often a step is repeated', async () => {
    const { begin, sum } = world({ usdPerRun: 4, usdPerDay: 5 });
    const run = begin();
    await reserveBudget(run);
    expect(await reserveBudget(run)).toMatchObject({ allowance: { usd: 4 } });
    expect(await sum()).toMatchObject({ reserved: { usd: 4 } });
  });

  test('is settled from the record of a run that ended without a word', async () => {
    const { begin, ended, sum } = world({ usdPerRun: 4, usdPerDay: 5 });
    const run = begin();
    await reserveBudget(run);
    ended(run, 0.25);
    expect(await sum()).toMatchObject({ used: { usd: 0.25 }, reserved: { usd: 0 } });
    expect(await reserveBudget(begin())).toMatchObject({ allowance: { usd: 4 } });
  });

  test('is that of the day on which the run began, in the workspace’s zone', async () => {
    const { stateDir, begin } = world({ usdPerRun: 4, usdPerDay: 5 });
    await reserveBudget(begin('sweep', '2026-11-21T22:59:59.000Z'));
    await reserveBudget(begin('sweep', '2026-11-21T23:00:00.000Z'));
    expect(await fileUsageStore(stateDir).days()).toEqual(['2026-11-22', '2026-11-21']);
  });

  test('is what the routine usually uses, four times over, once that is known', async () => {
    const { begin, ended } = world(null, 100);
    const first = begin();
    expect(await reserveBudget(first)).toMatchObject({ allowance: { usd: 50 } });
    await settleUsage(ended(first, 0.5));
    expect(await reserveBudget(begin())).toMatchObject({ allowance: { usd: 2 } });
  });

  test('is charged with all that was set aside for an agent that nobody counted', async () => {
    const { begin, ended, sum } = world({ usdPerRun: 4, usdPerDay: 5 });
    const run = begin();
    const decision = await reserveBudget(run);
    const over = ended(run, 0, decision.kind === 'allowed' ? decision.allowance : null);
    const { outcome } = over.record.agentExit ?? agentExit();
    const silent = outcome === null ? null : { ...outcome, usage: null };
    const record = { ...over.record, agentExit: agentExit({ outcome: silent }) };
    await settleUsage({ ...over, record });
    expect(await sum()).toMatchObject({ used: { usd: 4 }, reserved: { usd: 0 } });
  });

  test('sets nothing aside for the built-in engine', async () => {
    const { begin, sum } = world({ usdPerRun: 4, usdPerDay: 5 });
    const { spec, ...rest } = begin();
    const agent = { ...spec.routine.agent, engine: 'builtin' as const };
    const builtin = { ...spec, routine: { ...spec.routine, agent } };
    expect(await reserveBudget({ ...rest, spec: builtin })).toEqual({
      kind: 'allowed',
      allowance: null,
    });
    expect(await sum()).toMatchObject({ reserved: { usd: 0 } });
  });

  test('of two runs at the same instant the second gets what the first left', async () => {
    const { begin } = world({ usdPerRun: 4, usdPerDay: 5 });
    const decisions = await Promise.all([begin(), begin(), begin()].map(reserveBudget));
    const given = decisions.map((one) =>
      one.kind === 'allowed' ? (one.allowance?.usd ?? null) : 0,
    );
    expect(given.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([0, 1, 4]);
  });
});

/** In cents: whole numbers add up. */
const REQUEST = 7;

describe('whatever order runs come, work, crash and end in', () => {
  const act = fc.record({
    kind: fc.constantFrom('begin', 'work', 'end', 'crash', 'again'),
    which: fc.nat({ max: 5 }),
    cost: fc.integer({ min: 0, max: REQUEST }),
  });

  test('the day is exceeded by at most one request of each run that continued, and no use is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 40 }),
        fc.constantFrom(null, 15, 60),
        async (acts, usdPerRun) => {
          const { begin, ended, sum } = world({ usdPerRun, usdPerDay: 50 }, 80);
          const live: { run: ReturnType<typeof begin>; used: number; most: number }[] = [];
          let all = 0;
          let began = 0;
          for (const { kind, which, cost } of acts) {
            const at = live.length === 0 ? -1 : which % live.length;
            const one = live[at];
            if (kind === 'begin') {
              const run = begin(which % 2 === 0 ? 'sweep' : 'digest');
              const decision = await reserveBudget(run);
              if (decision.kind !== 'allowed') continue;
              began += 1;
              live.push({ run, used: 0, most: decision.allowance?.usd ?? 0 });
            } else if (one === undefined) continue;
            else if (kind === 'again') await reserveBudget(one.run);
            else if (kind === 'work' && one.used < one.most) {
              one.used += cost;
              all += cost;
            } else if (kind === 'end' || kind === 'crash') {
              const run = ended(one.run, one.used);
              if (kind === 'end') await settleUsage(run);
              live.splice(at, 1);
            }
          }
          expect(all).toBeLessThanOrEqual(80 + REQUEST * began);
          for (const { run, used } of live) ended(run, used);
          const { used, reserved } = await sum();
          expect(reserved.usd).toBe(0);
          expect(used.usd).toBeCloseTo(all, 6);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a line that was torn is passed over, and the next one stands by itself', async () => {
    const { stateDir, begin } = world({ usdPerRun: 4, usdPerDay: 50 });
    const store = fileUsageStore(stateDir);
    await reserveBudget(begin());
    const { appendFileSync } = await import('node:fs');
    appendFileSync(`${stateDir}/usage/${DAY}.jsonl`, '{"kind":"used","run":');
    expect((await store.read(DAY)).entries).toHaveLength(1);
    await reserveBudget(begin());
    const { entries, corrupt } = await store.read(DAY);
    expect(toDayLedger(entries).size).toBe(2);
    expect(corrupt).toEqual([]);
    appendFileSync(`${stateDir}/usage/${DAY}.jsonl`, '{"kind":"used"}\n');
    expect((await store.read(DAY)).corrupt).toEqual([
      { path: `${stateDir}/usage/${DAY}.jsonl`, problem: 'line 3 does not say what a run used' },
    ]);
  });

  test('days go once they are older than what is kept', async () => {
    const { stateDir, begin } = world({ usdPerRun: 4, usdPerDay: 50 });
    const store = fileUsageStore(stateDir);
    await reserveBudget(begin());
    expect(await store.drop(DAY)).toEqual([]);
    expect(await store.drop('2026-11-22')).toEqual([DAY]);
    expect(await store.days()).toEqual([]);
  });
});
