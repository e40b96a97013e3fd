/**
 * What a day's runs have used, and what those that go on have set aside. Pure.
 *
 * **Invariant:** each run counts once: with what it used once that is known, until then with all it may use.
 */
import type { RoutineId, RunId } from './ids.ts';
import type { EngineId } from './routine.ts';
import type { CountedUsage } from './usage.ts';

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
