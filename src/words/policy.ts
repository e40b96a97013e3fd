/** When slots of a routine may start, and what happens to those that may not. Plain data; durations in ms. */

export const OVERLAPS = [
  'skip',
  'buffer-one',
  'buffer-all',
  'cancel-other',
  'terminate-other',
  'allow-all',
] as const;
export type Overlap = (typeof OVERLAPS)[number];

export const MISFIRES = ['skip', 'run-once', 'run-all'] as const;
export type Misfire = (typeof MISFIRES)[number];

export interface Policy {
  /** What a slot does that comes due while a run of the routine continues. */
  readonly overlap: Overlap;
  /** Which of the slots that came due while Roundsman was not running are made up for. */
  readonly misfire: Misfire;
  /** Slots that are older than this when they are checked are missed. */
  readonly startingDeadlineMs: number;
  /** A slot starts up to this much later, always the same for the same slot; never past the next one. */
  readonly jitterMs: number;
  /** Since the last start of the routine's agent; slots within it are skipped. */
  readonly cooldownMs: number;
  /** Runs in a row that did not go well; `null`: never paused for that. */
  readonly pauseAfterFailures: number | null;
  /** ISO 8601 instant after which no slot is due; `null`: none. */
  readonly until: string | null;
  /** Glob patterns (gitignore-like): two runs whose patterns meet are not started together. */
  readonly touches: readonly string[];
  /** At most `max` runs of all routines that name the group. */
  readonly concurrency: { readonly group: string; readonly max: number } | null;
}

export const DEFAULT_POLICY: Policy = {
  overlap: 'skip',
  misfire: 'run-once',
  startingDeadlineMs: 12 * 3_600_000,
  jitterMs: 0,
  cooldownMs: 0,
  pauseAfterFailures: 5,
  until: null,
  touches: [],
  concurrency: null,
};
