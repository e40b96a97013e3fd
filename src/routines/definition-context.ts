/** What reading a routine depends on besides its file. */
import type { Connection } from '../words/connection.ts';
import type { EngineSettings } from '../words/engine-settings.ts';
import type { ModelPrice } from '../words/gateway-plan.ts';
import type { EngineId, Routine, WorkspaceBudget } from '../words/routine.ts';
import type { WorkspaceSettings } from '../words/run-spec.ts';
import type { SessionEngine } from '../words/session.ts';
import type { ScheduleRule } from '../words/trigger.ts';
import type { PageSettings } from './page-settings.ts';
import type { ReviewSettings } from './review-settings.ts';
import type { Problem } from './rules/problem.ts';

/** What roundsman.yaml says; every value is there. */
export interface WorkspaceConfig {
  readonly name: string;
  readonly timezone: string;
  /** `null`: chosen by each routine. */
  readonly engine: EngineId | null;
  readonly trackReports: boolean;
  /** Free space below which no run starts; 0 = off. */
  readonly diskFloorBytes: number;
  readonly engines: Readonly<Partial<Record<EngineId, EngineSettings>>>;
  readonly connections: readonly Connection[];
  /** Of all routines together, a day; `null` = no bound. */
  readonly budget: WorkspaceBudget | null;
  /** Laid over those that ship. */
  readonly prices: readonly ModelPrice[];
  /** Engines whose sessions are not read. */
  readonly sessionsOff: readonly SessionEngine[];
  readonly daemon: DaemonConfig;
  readonly review: ReviewSettings;
  /** The environment variable with the address of the database for records; `null`: files. */
  readonly store: string | null;
  /** Line in roundsman.yaml of each value written there; `null` for a default. */
  readonly lines: Readonly<Record<'name' | 'timezone' | 'engine' | 'trackReports', number | null>>;
}

/** What roundsman.yaml says for the daemon. */
export interface DaemonConfig {
  /** Where the active definitions are taken from; `null`: the default branch. */
  readonly definitionsRef: string | null;
  /** Runs at once, of all routines; `null`: min(4, cores). */
  readonly maxRunning: number | null;
  /** Worktrees made ready ahead; 0: none. */
  readonly spares: number;
  /** `host:port` of the listener for webhooks; `null`: none. */
  readonly hooksListen: string | null;
  /** `null`: no page is served. */
  readonly page: PageSettings | null;
  readonly heartbeat: {
    /** The name of an environment variable that holds the URL, or the URL itself; `null`: none. */
    readonly url: { readonly kind: 'env' | 'url'; readonly text: string } | null;
    readonly everyMs: number;
  };
  /** How long records of slots are kept. */
  readonly keepSlotsMs: number;
  readonly keep: KeepSettings;
}

/** How much of what runs leave is kept, and for how long what was put away of it. */
export interface KeepSettings {
  /** Of the state folder of the workspace, on the disk; `null`: no ceiling. */
  readonly diskBytes: number | null;
  readonly archivesMs: number;
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
  /** roundsman.yaml has problems of its own: nothing is said of what a routine names of its connections. */
  readonly connectionsUnknown?: boolean;
  /** To tell what is past; without it nothing is said of that. */
  readonly now?: Date;
}

/** A routine that a file names, and where. */
export interface FollowedRoutine {
  readonly id: string;
  /** `reports`: in `context.reports.from`, and only read. Absent: in `on.routine.completed`. */
  readonly by?: 'reports';
  readonly line: number;
  readonly column: number;
}

export type RoutineReading =
  | {
      readonly kind: 'routine';
      readonly routine: Routine;
      /** sha256 of the normalized routine, 64 hex characters. */
      readonly hash: string;
      /** What is valid and most likely not meant. */
      readonly warnings: readonly Problem[];
      /** The routines that it names; whether they are there is asked of the whole catalog. */
      readonly follows: readonly FollowedRoutine[];
    }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Of roundsman.yaml what a run depends on. */
export function runSettings(config: WorkspaceConfig): WorkspaceSettings {
  const { timezone, trackReports, diskFloorBytes, engines, connections } = config;
  const { budget, prices, sessionsOff, daemon } = config;
  const { maxRunning } = daemon;
  return {
    timezone,
    trackReports,
    diskFloorBytes,
    engines,
    connections,
    budget,
    prices,
    sessionsOff,
    maxRunning,
  };
}
