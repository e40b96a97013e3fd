/** What a rehearsal is asked and what it tells. */
import type { Night } from '../../scheduler/foretell-night.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { IsolationLevel } from '../../words/routine.ts';
import type { TypicalRun } from './typical-run.ts';

export interface RehearsalRequest {
  /** `null`: now, with what waits, runs and was missed as it is. */
  readonly from: Date | null;
  readonly hours: number;
  /** Without rendering briefs, which reads the repository once a routine. */
  readonly quick: boolean;
  readonly signal: AbortSignal;
  progress(text: string): void;
}

export interface RehearsedRoutine {
  readonly id: RoutineId;
  /** Runs that the night would start. */
  readonly starts: number;
  readonly typical: TypicalRun;
  readonly problems: readonly PreflightProblem[];
  /** What its runs would really have; `null` when its definition is not there, or none would start. */
  readonly isolation: IsolationLevel | null;
  /** Characters of the prompt, and items by collector; `null` when they could not be rendered. */
  readonly brief: {
    readonly prompt: number;
    readonly facts: Readonly<Record<string, number>>;
  } | null;
  /** Whom it tells of what, as `notify` says, without what may be a secret: `mail to a@example.com on report, failure`. */
  readonly messages: readonly string[];
}

export interface Forecast {
  readonly runs: number;
  /** Of all runs together; `unknown` of them never ran before and count nothing. */
  readonly durationMs: number;
  readonly unknown: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly neededBytes: number;
  readonly freeBytes: number;
}

export interface Rehearsal {
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** No failure. */
  readonly ok: boolean;
  readonly night: Night;
  /** Those that something makes due by itself; the ones that would run first. */
  readonly routines: readonly RehearsedRoutine[];
  /** Active, and nothing of theirs comes in that time. */
  readonly quiet: readonly RoutineId[];
  readonly forecast: Forecast;
  /** Of the night as a whole; those of one routine stand with it. */
  readonly failures: readonly NightProblem[];
  readonly warnings: readonly NightProblem[];
}

export interface NightProblem extends Omit<PreflightProblem, 'level'> {
  readonly routine: RoutineId | null;
}

export interface PreflightProblem {
  /** `fail`: its run would fail, or not do what it is for. */
  readonly level: 'fail' | 'warn';
  /** Kebab-case, for scripts. */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}
