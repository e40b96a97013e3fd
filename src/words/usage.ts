import type { RoutineId, RunId } from './ids.ts';
import type { EngineId } from './routine.ts';

/** What a model was asked and answered, in tokens; and what that cost. */
export interface Usage {
  /** All that was sent, what came from a cache included. */
  readonly inputTokens: number;
  /** Of those, what was read from a cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** US dollars; `null` when the price is unknown. */
  readonly costUsd: number | null;
}

/** What counted it: the gateway, the engine itself, or nothing, so that any cost comes from a table of prices. */
export type UsageSource = 'gateway' | 'engine' | 'none';

export interface CountedUsage extends Usage {
  readonly source: UsageSource;
  /** The cost comes from a table of prices. */
  readonly estimated: boolean;
}

export const NO_USAGE: CountedUsage = {
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  source: 'none',
  estimated: false,
};

/** An unknown cost makes the sum unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costUsd: one.costUsd === null || other.costUsd === null ? null : one.costUsd + other.costUsd,
  };
}

// What was used, in words for people: `12,310 tokens in (8,000 cached), 1,204 out, $0.07 estimated`. Pure.

/** `null`: nothing was counted. */
export function formatUsage(usage: Omit<CountedUsage, 'source'>): string | null {
  const { inputTokens, cachedTokens, outputTokens, costUsd, estimated } = usage;
  if (inputTokens + outputTokens === 0 && (costUsd ?? 0) === 0) return null;
  const cached = cachedTokens === 0 ? '' : ` (${countWords(cachedTokens)} cached)`;
  const cost =
    costUsd === null ? 'cost unknown' : `${formatDollar(costUsd)}${estimated ? ' estimated' : ''}`;
  return `${countWords(inputTokens)} tokens in${cached}, ${countWords(outputTokens)} out, ${cost}`;
}

/** In a column: `~$0.07` from a table of prices, `?` where the cost is unknown, `-` where nothing was used. */
export function formatCost(usage: Omit<CountedUsage, 'source'>): string {
  if (formatUsage(usage) === null) return '-';
  if (usage.costUsd === null) return '?';
  return `${usage.estimated ? '~' : ''}${formatDollar(usage.costUsd)}`;
}

/** Cents, and for less than one of them as much as tells it from nothing. */
export function formatDollar(usd: number): string {
  if (usd === 0 || usd >= 0.01) return `$${grouped(usd.toFixed(2))}`;
  return usd < 0.0001 ? 'under $0.0001' : `$${usd.toFixed(4)}`;
}

export function countWords(count: number): string {
  return grouped(String(Math.round(count)));
}

function grouped(digits: string): string {
  const [whole = '', rest] = digits.split('.');
  const parts: string[] = [];
  for (let end = whole.length; end > 0; end -= 3)
    parts.unshift(whole.slice(Math.max(0, end - 3), end));
  return rest === undefined ? parts.join(',') : `${parts.join(',')}.${rest}`;
}

// What a day's runs have used, and what those that go on have set aside. Pure.
//
// **Invariant:** each run counts once: with what it used once that is known, until then with all it may use.

/** US dollars, and tokens sent and answered together. */
export interface Amount {
  readonly usd: number;
  readonly tokens: number;
}

/** Whose budget it counts against. */
export interface UsageOwner {
  readonly routine: RoutineId;
  /** The one that the run began with; absent in entries of an older Roundsman. */
  readonly engine?: EngineId;
  /** Who started it, where that was noted. */
  readonly by?: string;
}

export type UsageEntry = UsageOwner &
  (
    | {
        readonly kind: 'reserved';
        readonly run: RunId;
        /** ISO 8601. */
        readonly at: string;
        readonly amount: Amount;
      }
    | {
        readonly kind: 'used';
        readonly run: RunId;
        readonly at: string;
        readonly usage: CountedUsage;
        /** What budgets are charged with: also for a model of unknown price. */
        readonly amount: Amount;
      }
  );

/** Of one day, by run. */
export type DayLedger = ReadonlyMap<RunId, UsageEntry>;

export interface DaySum {
  readonly used: Amount;
  readonly reserved: Amount;
  /** Those that have something reserved, in no order. */
  readonly running: readonly RunId[];
}

/** The last word on a run counts; what it used is never replaced by a reservation. */
export function toDayLedger(entries: readonly UsageEntry[]): DayLedger {
  const ledger = new Map<RunId, UsageEntry>();
  for (const entry of entries) {
    if (entry.kind === 'reserved' && ledger.get(entry.run)?.kind === 'used') continue;
    ledger.set(entry.run, entry);
  }
  return ledger;
}

/** Of all runs, or of those of one owner. */
export function sumOf(ledger: DayLedger, of: Partial<UsageOwner> = {}): DaySum {
  const { routine, engine, by } = of;
  let used = NOTHING;
  let reserved = NOTHING;
  const running: RunId[] = [];
  for (const entry of ledger.values()) {
    if (routine !== undefined && entry.routine !== routine) continue;
    if (engine !== undefined && entry.engine !== engine) continue;
    if (by !== undefined && entry.by !== by) continue;
    if (entry.kind === 'used') used = addAmounts(used, entry.amount);
    else {
      reserved = addAmounts(reserved, entry.amount);
      running.push(entry.run);
    }
  }
  return { used, reserved, running };
}

export function addAmounts(one: Amount, other: Amount): Amount {
  return { usd: one.usd + other.usd, tokens: one.tokens + other.tokens };
}

const NOTHING: Amount = { usd: 0, tokens: 0 };
