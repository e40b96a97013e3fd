/**
 * How much a run may use, from its own bound and from what its day has left. The single rule, for the admission of a run
 * and for the start of its agent. Pure.
 */
import type { GatewayBudget } from './gateway-plan.ts';
import { shortIdOf, type RoutineId } from './ids.ts';
import type { Budget, EngineId, RunBudget, WorkspaceBudget } from './routine.ts';
import { oneLine } from './text.ts';
import {
  sumOf,
  type Amount,
  type DayLedger,
  type DaySum,
  type UsageOwner,
  countWords,
  formatDollar,
} from './usage.ts';

/** What a run may use, all its agents together: set aside for it until it has ended. */
export interface Allowance {
  /** `null` = as much as it wants. */
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly onExceed: 'stop' | 'warn';
  /** Which bound it comes from, for people: `limits.budget.usd-per-run`. */
  readonly because: string;
}

export type BudgetDecision =
  /** `null`: nothing bounds it. */
  | { readonly kind: 'allowed'; readonly allowance: Allowance | null }
  | { readonly kind: 'used-up'; readonly reason: string };

export interface BudgetQuestion {
  readonly routine: RoutineId;
  readonly budget: RunBudget | null;
  /** Of all routines together. */
  readonly workspace: WorkspaceBudget | null;
  /** That the run begins with, and who started it; `null`: a schedule, or it is not known. */
  readonly engine?: EngineId | null;
  readonly by?: string | null;
  /** Of the day, the run itself not in it. */
  readonly day: DayLedger;
  /** What runs of the routine usually used; `null`: there were none. */
  readonly typical: Amount | null;
  /** A person wants it whatever the day has left; the bound of a single run holds. */
  readonly anyway: boolean;
}

const WARN_AT = 0.8;
/** A run without a bound of its own may use this many times what such runs usually use, so that others find something left. */
const ROOM = 4;

type Unit = 'usd' | 'tokens';

export function decideBudget(question: BudgetQuestion): BudgetDecision {
  const { budget, anyway } = question;
  const bounds = UNITS.map((unit) => boundsOf(question, unit));
  const spent = bounds
    .flat()
    .find(({ left, day, binding }) => day !== null && left <= 0 && binding && !anyway);
  if (spent !== undefined) return { kind: 'used-up', reason: spent.day ?? '' };
  const [usd, tokens] = UNITS.map((unit, index) => allowed(question, unit, bounds[index] ?? []));
  if (usd === undefined || tokens === undefined || (usd === null && tokens === null))
    return { kind: 'allowed', allowance: null };
  const onExceed =
    budget?.onExceed === 'warn' && question.workspace === null ? ('warn' as const) : 'stop';
  const because = [usd, tokens].flatMap((one) => (one === null ? [] : [one.because])).join(', ');
  return {
    kind: 'allowed',
    allowance: { usd: usd?.amount ?? null, tokens: tokens?.amount ?? null, onExceed, because },
  };
}

/** What a process of the run may use: what its earlier ones have not. `null`: as much as it wants. */
export function budgetOf(
  allowance: Allowance | null | undefined,
  usedBefore: Amount,
): GatewayBudget | null {
  if (allowance === null || allowance === undefined) return null;
  const left = (all: number | null, used: number): number | null =>
    all === null ? null : Math.max(0, all - used);
  return {
    usd: left(allowance.usd, usedBefore.usd),
    tokens: left(allowance.tokens, usedBefore.tokens),
    warnAt: WARN_AT,
    onExceed: allowance.onExceed,
  };
}

interface Bound {
  readonly left: number;
  readonly because: string;
  /** `null` for the bound of a single run; else what to say when nothing is left of the day. */
  readonly day: string | null;
  /** Whether it stops, or only warns. */
  readonly binding: boolean;
}

const UNITS = ['usd', 'tokens'] as const;

function boundsOf(
  { routine, budget, workspace, engine, by, day, anyway }: BudgetQuestion,
  unit: Unit,
): readonly Bound[] {
  const binding = budget?.onExceed !== 'warn';
  const perRun = unit === 'usd' ? budget?.usdPerRun : budget?.tokensPerRun;
  const perDay = unit === 'usd' ? budget?.usdPerDay : budget?.tokensPerDay;
  const ofAll = unit === 'usd' ? workspace?.usdPerDay : workspace?.tokensPerDay;
  const bounds: Bound[] = [];
  const single = `limits.budget.${unit}-per-run`;
  if (perRun !== null && perRun !== undefined)
    bounds.push({ left: perRun, because: single, day: null, binding });
  if (anyway) return bounds;
  const key = `${unit}-per-day`;
  const add = (limit: number | null | undefined, daily: Daily): void => {
    if (limit !== null && limit !== undefined)
      bounds.push(
        dailyBound([daily.because, limit], { ...daily, sum: sumOf(day, daily.of), unit }),
      );
  };
  add(perDay, { because: `limits.budget.${key}`, of: { routine }, binding });
  add(ofAll, { because: `limits.budget.${key} of roundsman.yaml`, of: {}, binding: true });
  if (typeof engine === 'string') {
    const because = `limits.budget.engines.${engine}.${key} of roundsman.yaml`;
    add(amountOf(workspace?.engines?.[engine], unit), { because, of: { engine }, binding: true });
  }
  if (typeof by === 'string') {
    const because = `limits.budget.per-person.${key} of roundsman.yaml, for ${oneLine(by, 60)}`;
    add(amountOf(workspace?.perPerson, unit), { because, of: { by }, binding: true });
  }
  return bounds;
}

interface Daily {
  readonly because: string;
  readonly of: Partial<UsageOwner>;
  readonly binding: boolean;
}

function amountOf(budget: Budget | undefined, unit: Unit): number | null {
  return (unit === 'usd' ? budget?.usdPerDay : budget?.tokensPerDay) ?? null;
}

function dailyBound(
  [key, limit]: readonly [string, number],
  { sum, unit, binding }: { readonly sum: DaySum; readonly unit: Unit; readonly binding: boolean },
): Bound {
  return {
    left: limit - sum.used[unit] - sum.reserved[unit],
    because: key,
    day: dayWords({ limit, sum, key, unit }),
    binding,
  };
}

/** The least of the bounds. One that only the day gives is not taken whole: others are to find something left. */
function allowed(
  { typical, workspace, anyway }: BudgetQuestion,
  unit: Unit,
  all: readonly Bound[],
): { readonly amount: number; readonly because: string } | null {
  // Beside a bound that stops, one that only warns must not make a run stop earlier.
  const counting = workspace === null ? all : all.filter(({ binding }) => binding);
  const tightest = counting.toSorted((a, b) => a.left - b.left)[0];
  if (tightest === undefined) return null;
  const { left, because } = tightest;
  const amount = Math.max(0, left);
  const bounded = counting.some(({ day }) => day === null);
  if (bounded || anyway) return { amount, because };
  const usual = typical === null ? 0 : typical[unit] * ROOM;
  return { amount: usual > 0 ? Math.min(amount, usual) : share(amount, unit), because };
}

/** Of a routine of which nothing is known. */
function share(amount: number, unit: Unit): number {
  return unit === 'usd' ? amount / 2 : Math.ceil(amount / 2);
}

function dayWords({
  limit,
  sum: { used, reserved, running },
  key,
  unit,
}: {
  readonly limit: number;
  readonly sum: DaySum;
  readonly key: string;
  readonly unit: Unit;
}): string {
  const words = (amount: number): string =>
    unit === 'usd' ? formatDollar(amount) : `${countWords(amount)} tokens`;
  const held =
    reserved[unit] === 0
      ? ''
      : `, ${words(reserved[unit])} of it set aside for ${running
          .slice(0, 3)
          .map(shortIdOf)
          .join(', ')}${running.length > 3 ? ', …' : ''}`;
  return `${words(used[unit] + reserved[unit])} of ${words(limit)} today${held}: ${key}`;
}
