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
  | {
      readonly kind: 'routine';
      readonly routine: Routine;
      /** sha256 of the normalized routine, 64 hex characters. */
      readonly hash: string;
      /** What is valid and most likely not meant. */
      readonly warnings: readonly Problem[];
    }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };
