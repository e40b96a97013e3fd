/** What a run of a routine usually takes, from those that were. Pure. */
import { median } from '../../words/median.ts';
import { replayedRun } from '../../words/replay.ts';
import type { RunView } from '../../words/run.ts';

export interface TypicalRun {
  /** How many past runs it is taken from. */
  readonly runs: number;
  /** `null`: it never ran. */
  readonly durationMs: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** Older ones tell of another routine. */
const NEWEST = 20;

/** @param views of one routine, newest first */
export function typicalRun(views: readonly RunView[]): TypicalRun {
  const past = views
    .filter(
      ({ state, skipped, slot, startedAt, endedAt }) =>
        state === 'ended' &&
        skipped === null &&
        replayedRun(slot.key) === null &&
        startedAt !== null &&
        endedAt !== null,
    )
    .slice(0, NEWEST);
  const of = (read: (view: RunView) => number): number | null => median(past.map(read));
  return {
    runs: past.length,
    durationMs: of(({ startedAt, endedAt }) =>
      Math.max(0, Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')),
    ),
    inputTokens: of(({ usage }) => usage.inputTokens) ?? 0,
    outputTokens: of(({ usage }) => usage.outputTokens) ?? 0,
    costUsd: of(({ usage }) => usage.costUsd ?? 0) ?? 0,
  };
}
