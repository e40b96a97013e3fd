/** What the runs of today used, beside what the workspace allows for a day. */
import type { WorkspaceConfig } from '../routines/definition-context.ts';
import { localDateOf } from '../words/local-time.ts';
import { sumOf } from '../words/usage-ledger.ts';
import type { Workspace } from '../workspace/contract.ts';
import { readDayLedger } from './day-usage.ts';

export interface UsageToday {
  /** `2026-11-21`, in the workspace's zone. */
  readonly day: string;
  /** US dollars; models of unknown price count as the dearest that is known. */
  readonly usd: number;
  readonly tokens: number;
  /** Set aside for runs that go on. */
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
