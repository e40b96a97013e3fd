/**
 * The day's budget as runs come and go: an amount is set aside for a run before the run spends anything, and its
 * actual usage replaces that amount once it is known.
 *
 * **Invariant:** a process that sets an amount aside holds the usage lock and has seen all that is set aside. If a run
 * crashed and ended without reporting its usage, the next process settles it from its record.
 */
import { pricesOver } from '../engines/model-prices.ts';
import type { Clock } from '../platform/clock.ts';
import type { WorkspaceConfig } from '../routines/definition-context.ts';
import type { RunStore, UsageStore } from '../store/ports.ts';
import type { Locks } from '../store/stores.ts';
import { decideBudget, type BudgetDecision } from '../words/budget.ts';
import { localDateOf } from '../words/local-time.ts';
import { median } from '../words/median.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunRecord } from '../words/run.ts';
import {
  toDayLedger,
  type Amount,
  type DayLedger,
  type UsageEntry,
  type UsageOwner,
  sumOf,
  type CountedUsage,
  formatDollar,
  countWords,
} from '../words/usage.ts';
import type { Workspace } from '../workspace/contract.ts';
import { agentsOf, chargeOf, usageOfRun } from './run-usage.ts';
import type { StepContext } from './steps/step-context.ts';

interface BudgetedRun {
  readonly spec: RunSpec;
  /** ISO 8601: the day it belongs to is the workspace's at that instant, however long it continues. */
  readonly startedAt: string;
  readonly runs: Pick<RunStore, 'read'>;
  readonly usage: UsageStore;
  readonly locks: Pick<Locks, 'usage'>;
  readonly clock: Clock;
  /** Default: false. */
  readonly anyway?: boolean;
}

/** Enough to know what is usual, and quickly read. */
const TYPICAL_DAYS = 14;
const TYPICAL_RUNS = 20;

/** Whether the run may start; nothing is set aside. */
export async function inspectBudget(run: BudgetedRun): Promise<BudgetDecision> {
  if (!isBounded(run.spec)) return { kind: 'allowed', allowance: null };
  const { day } = await openDay(run);
  return decide(run, day);
}

/** The same, and what it may use is set aside for it. May be repeated. */
export async function reserveBudget(run: BudgetedRun): Promise<BudgetDecision> {
  const { spec, clock, usage, locks } = run;
  if (!isBounded(spec)) return { kind: 'allowed', allowance: null };
  return locks.usage(async () => {
    const { date, day, settled } = await openDay(run);
    const decision = await decide(run, day);
    const allowance = decision.kind === 'allowed' ? decision.allowance : null;
    const reserved: readonly UsageEntry[] =
      allowance === null
        ? []
        : [
            {
              kind: 'reserved',
              run: spec.id,
              ...ownerOf(spec),
              at: clock.now().toISOString(),
              amount: { usd: allowance.usd ?? 0, tokens: allowance.tokens ?? 0 },
            },
          ];
    await usage.append(date, [...settled, ...reserved]);
    return decision;
  });
}

/** Says what the run used, once its last agent has ended; what was set aside beyond that is free again. May be repeated. */
export async function settleUsage(
  run: BudgetedRun & { readonly record: RunRecord },
): Promise<CountedUsage> {
  const { spec, record, clock, locks } = run;
  const at = clock.now().toISOString();
  const usage = usageOfRecord(spec, record);
  // With nothing set aside and nothing counted there is no usage to record.
  const { allowance } = record.progress;
  if (usage.source === 'none' && (allowance === null || allowance === undefined)) return usage;
  await locks.usage(async () => {
    await run.usage.append(dateOf(run), [usedEntry({ spec, record, at })]);
  });
  return usage;
}

/** A day's runs so far. Those that ended without a word are counted from their records. */
export async function readDayLedger({
  usage,
  date,
  runs,
}: {
  readonly usage: UsageStore;
  readonly date: string;
  readonly runs: Pick<RunStore, 'read'>;
}): Promise<{ readonly day: DayLedger; readonly settled: readonly UsageEntry[] }> {
  const { entries } = await usage.read(date);
  const settled: UsageEntry[] = [];
  for (const entry of toDayLedger(entries).values()) {
    if (entry.kind === 'used') continue;
    const stored = await runs.read(entry.run);
    const record = stored?.record ?? null;
    if (stored === null || record?.phase.kind !== 'ended') continue;
    settled.push(usedEntry({ spec: stored.spec, record, at: record.phase.endedAt }));
  }
  return { day: toDayLedger([...entries, ...settled]), settled };
}

function usageOfRecord(spec: RunSpec, record: RunRecord): CountedUsage {
  return usageOfRun(agentsOf(spec, record), pricesOver(spec.settings.prices ?? []));
}

/** What budgets are charged with. For an agent whose usage was not counted it is all that was set aside for it. */
function chargedAmount(spec: RunSpec, record: RunRecord): Amount {
  const { allowance } = record.progress;
  const agents = agentsOf(spec, record);
  const prices = pricesOver(spec.settings.prices ?? []);
  const uncounted = usageOfRun(agents, prices).source === 'none';
  if (uncounted && record.agentExit?.outcome?.end.reason === 'success')
    return { usd: allowance?.usd ?? 0, tokens: allowance?.tokens ?? 0 };
  return chargeOf(agents, prices);
}

interface OpenDay {
  readonly date: string;
  /** Without the run itself: what it was given before is decided again. */
  readonly day: DayLedger;
  readonly settled: readonly UsageEntry[];
}

async function openDay(run: BudgetedRun): Promise<OpenDay> {
  const date = dateOf(run);
  const { day, settled } = await readDayLedger({ usage: run.usage, date, runs: run.runs });
  const others = new Map([...day].filter(([id]) => id !== run.spec.id));
  return { date, day: others, settled };
}

async function decide(run: BudgetedRun, day: DayLedger): Promise<BudgetDecision> {
  const { routine, settings } = run.spec;
  return decideBudget({
    routine: routine.id,
    budget: routine.limits.budget,
    workspace: settings.budget,
    engine: routine.agent.engine,
    by: run.spec.by ?? null,
    day,
    typical: await typicalAmount(run.usage, run.spec),
    anyway: run.anyway === true,
  });
}

async function typicalAmount(store: UsageStore, { routine }: RunSpec): Promise<Amount | null> {
  const found: Amount[] = [];
  for (const date of (await store.days()).slice(0, TYPICAL_DAYS)) {
    const { entries } = await store.read(date);
    for (const entry of toDayLedger(entries).values()) {
      if (entry.kind === 'used' && entry.routine === routine.id) found.push(entry.amount);
    }
    if (found.length >= TYPICAL_RUNS) break;
  }
  const usd = median(found.map((amount) => amount.usd));
  const tokens = median(found.map((amount) => amount.tokens));
  return usd === null || tokens === null ? null : { usd, tokens };
}

function usedEntry({
  spec,
  record,
  at,
}: {
  readonly spec: RunSpec;
  readonly record: RunRecord;
  readonly at: string;
}): UsageEntry {
  const usage = record.progress.usage ?? usageOfRecord(spec, record);
  const amount = chargedAmount(spec, record);
  return { kind: 'used', run: spec.id, ...ownerOf(spec), at, usage, amount };
}

/** More than its routine only where a budget asks for it. */
function ownerOf({ routine, settings, by }: RunSpec): UsageOwner {
  return {
    routine: routine.id,
    ...(settings.budget?.engines === undefined ? {} : { engine: routine.agent.engine }),
    ...(by === undefined ? {} : { by }),
  };
}

/** The built-in engine asks no model: no budget keeps it from running. */
function isBounded({ routine, settings }: RunSpec): boolean {
  const { engine, variants } = routine.agent;
  const asksModel = engine !== 'builtin' || variants.some((one) => one.engine !== 'builtin');
  return asksModel && (routine.limits.budget ?? settings.budget) !== null;
}

function dateOf({ spec, startedAt }: Pick<BudgetedRun, 'spec' | 'startedAt'>): string {
  return localDateOf(new Date(startedAt), spec.settings.timezone);
}

/** What the runs of today used, beside what the workspace allows for a day. */
export interface UsageToday {
  /** `2026-11-21`, in the workspace's zone. */
  readonly day: string;
  /** US dollars; models of unknown price count as the dearest that is known. */
  readonly usd: number;
  readonly tokens: number;
  /** Set aside for runs that continue. */
  readonly reservedUsd: number;
  /** `null` = no bound. */
  readonly usdPerDay: number | null;
  readonly tokensPerDay: number | null;
}

export async function readUsageToday(
  { usage, runs, clock }: Pick<Workspace, 'usage' | 'runs' | 'clock'>,
  { timezone, budget }: Pick<WorkspaceConfig, 'timezone' | 'budget'>,
): Promise<UsageToday> {
  const date = localDateOf(clock.now(), timezone);
  const { day } = await readDayLedger({ usage, date, runs });
  const { used, reserved } = sumOf(day);
  return {
    day: date,
    usd: used.usd,
    tokens: used.tokens,
    reservedUsd: reserved.usd,
    usdPerDay: budget?.usdPerDay ?? null,
    tokensPerDay: budget?.tokensPerDay ?? null,
  };
}

// What a run used, settled once its agents have ended, and said where it was most of what it may use, or more.
const WARN_AT = 0.8;

interface Spent {
  readonly usage: CountedUsage;
  readonly notices: readonly string[];
}

export async function settle(context: StepContext): Promise<Spent> {
  const { record } = context;
  const usage = await settleUsage({ ...context, startedAt: record.startedAt });
  const { allowance } = record.progress;
  if (allowance === null || allowance === undefined) return { usage, notices: [] };
  const charged = chargedAmount(context.spec, record);
  const unknown =
    usage.costUsd === null && allowance.usd !== null
      ? [
          'the price of its model is not known; the highest known price is used until you set `prices` in roundsman.yaml',
        ]
      : [];
  const most = [
    share({ used: charged.usd, of: allowance.usd, words: formatDollar }),
    share({
      used: charged.tokens,
      of: allowance.tokens,
      words: (count) => `${countWords(count)} tokens`,
    }),
  ].flatMap((text) => (text === null ? [] : [`${text}: ${allowance.because}`]));
  return { usage, notices: [...unknown, ...most] };
}

function share({
  used,
  of,
  words,
}: {
  readonly used: number;
  readonly of: number | null;
  readonly words: (amount: number) => string;
}): string | null {
  if (of === null || of <= 0 || used < of * WARN_AT) return null;
  const than = used > of ? 'more than what' : 'most of what';
  return `it used ${words(used)}, ${than} it may use (${words(of)})`;
}
