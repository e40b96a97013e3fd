/** What the plots of Home are drawn from: plain numbers by day. Pure, but for `readPlots`. */
import { fingerprintsOf } from '../../ledger/finding-verdict.ts';
import { decisionOn } from '../../review/acceptance.ts';
import type { Finding } from '../../words/finding.ts';
import { groupBy } from '../../words/group-by.ts';
import { addDays, localDateOf } from '../../words/local-time.ts';
import { median } from '../../words/median.ts';
import { hasFailed } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { isOpenFinding } from '../parts/finding-rows.ts';
import type { DayValue } from './line-plot.ts';

/** Something of a run that a person took, or did not. */
export interface Verdict {
  readonly at: string;
  readonly taken: boolean;
}

export interface CostRow {
  readonly routine: string;
  readonly engine: string;
  readonly runs: number;
  readonly failed: number;
  readonly minutes: number | null;
  readonly usd: number | null;
}

/** The days that end today, oldest first. */
export function lastDays(now: Date, count: number, timezone: string): readonly string[] {
  const today = localDateOf(now, timezone);
  return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
}

/** How many findings were not decided on at the end of each day; of today as `isOpenFinding` has it. */
export function openFindings(
  findings: readonly Finding[],
  days: readonly string[],
  timezone: string,
): readonly DayValue[] {
  const lives = findings.map((one) => {
    const { firstSeen, resolvedAt, verdict } = one;
    const ends = [resolvedAt, verdict?.at].flatMap((at) => at ?? []).toSorted();
    const day = (at: string): string => localDateOf(new Date(at), timezone);
    const [end] = isOpenFinding(one) ? [] : ends;
    return { from: day(firstSeen), to: end === undefined ? '9999' : day(end) };
  });
  return days.map((day) => ({
    day,
    value: lives.filter(({ from, to }) => from <= day && to > day).length,
  }));
}

/** What of the decisions up to each day was taken, 0 to 1; `null` before the first. */
export function acceptanceByDay(
  verdicts: readonly Verdict[],
  days: readonly string[],
  timezone: string,
): readonly DayValue[] {
  const byDay = groupBy(verdicts, ({ at }) => localDateOf(new Date(at), timezone));
  let [taken, all] = [0, 0];
  return days.map((day) => {
    for (const one of byDay.get(day) ?? []) {
      all += 1;
      if (one.taken) taken += 1;
    }
    return { day, value: all === 0 ? null : taken / all };
  });
}

export function spendByDay(
  views: readonly RunView[],
  days: readonly string[],
  timezone: string,
): readonly DayValue[] {
  const spent = new Map<string, number>();
  for (const { startedAt, usage } of views) {
    if (startedAt === null || usage.costUsd === null) continue;
    const day = localDateOf(new Date(startedAt), timezone);
    spent.set(day, (spent.get(day) ?? 0) + usage.costUsd);
  }
  return days.map((day) => ({ day, value: spent.get(day) ?? 0 }));
}

/** By routine and engine, the most used first. */
export function costRows(views: readonly RunView[]): readonly CostRow[] {
  const ended = views.filter(({ state, skipped }) => state === 'ended' && skipped === null);
  return [...groupBy(ended, ({ routine, engine }) => `${routine}\n${engine}`).values()]
    .map((runs): CostRow => {
      const costs = runs.flatMap(({ usage }) => usage.costUsd ?? []);
      return {
        routine: runs[0]?.routine ?? '',
        engine: runs[0]?.engine ?? '',
        runs: runs.length,
        failed: runs.filter(hasFailed).length,
        minutes: median(runs.flatMap(minutesOf)),
        usd: costs.length === 0 ? null : costs.reduce((sum, usd) => sum + usd, 0),
      };
    })
    .toSorted((a, b) => (b.usd ?? 0) - (a.usd ?? 0) || b.runs - a.runs);
}

function minutesOf({ startedAt, endedAt }: RunView): readonly number[] {
  if (startedAt === null || endedAt === null) return [];
  return [(Date.parse(endedAt) - Date.parse(startedAt)) / 60_000];
}

/**
 * Branches landed or discarded, each by what stands of it, findings accepted or dismissed, requests approved or declined. To
 * file an item for a finding that was decided on is the same decision.
 */
export async function readVerdicts(
  { review, proposals }: Workspace,
  findings: readonly Finding[],
): Promise<readonly Verdict[]> {
  const [branches, asked] = await Promise.all([review.verdicts.list(), proposals.list()]);
  const taken: Readonly<Record<string, boolean>> = {
    landed: true,
    accepted: true,
    undone: false,
    'turned-down': false,
    dismissed: false,
  };
  const isTaken = (kind: string, at: string): readonly Verdict[] => {
    const own = taken[kind];
    return own === undefined ? [] : [{ at, taken: own }];
  };
  const told = new Set(
    findings.flatMap((one) => (one.verdict === null ? [] : fingerprintsOf(one))),
  );
  const own = asked.filter(
    (one) => one.type !== 'file-item' || !one.payload.findings.some((name) => told.has(name)),
  );
  return [
    ...[...groupBy(branches, ({ branch }) => branch).values()].flatMap((one) => {
      const { decision, at } = decisionOn(one.toSorted((a, b) => (a.at < b.at ? -1 : 1)));
      return at === null ? [] : isTaken(decision, at);
    }),
    ...findings.flatMap(({ verdict }) =>
      verdict === null ? [] : isTaken(verdict.kind, verdict.at),
    ),
    ...own.flatMap(({ state, decision }): readonly Verdict[] =>
      decision !== null && (state === 'applied' || state === 'declined')
        ? [{ at: decision.at, taken: state === 'applied' }]
        : [],
    ),
  ];
}
