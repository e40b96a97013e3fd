/** What reading a routine depends on besides its file. */
import type { Problem } from '../domain/problem.ts';
import type { EngineId, Routine, ScheduleRule } from '../domain/routine.ts';

/** What roundsman.yaml says; every value is there. */
export interface WorkspaceConfig {
  readonly name: string;
  readonly timezone: string;
  /** `null`: chosen by each routine. */
  readonly engine: EngineId | null;
  readonly trackReports: boolean;
  /** Line in roundsman.yaml of each value written there; `null` for a default. */
  readonly lines: Readonly<Record<'name' | 'timezone' | 'engine' | 'trackReports', number | null>>;
}

/** Why a schedule can never be followed; `null` when it can. */
export type ScheduleCheck = (
  rule: ScheduleRule,
  timezone: string,
) => { readonly message: string; readonly hint: string } | null;

export interface DefinitionContext {
  readonly workspace: WorkspaceConfig;
  /** Engines that are ready here, for the hint of a routine that chooses none. */
  readonly engines: readonly string[];
  readonly checkSchedule: ScheduleCheck;
}

export type RoutineReading =
  /** `hash`: sha256 of the normalized routine, 64 hex characters. */
  | { readonly kind: 'routine'; readonly routine: Routine; readonly hash: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };
