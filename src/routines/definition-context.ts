/** What reading a routine depends on besides its file. */
import type { Connection } from '../words/connection.ts';
import type { EngineSettings } from '../words/engine-settings.ts';
import type { ModelPrice } from '../words/gateway-plan.ts';
import { DEFAULT_DISK_FLOOR_BYTES } from '../words/resource-limits.ts';
import type { LandMethod } from '../words/review/landing.ts';
import type { EngineId, Routine, WorkspaceBudget } from '../words/routine.ts';
import type { WorkspaceSettings } from '../words/run-spec.ts';
import type { SessionEngine } from '../words/session.ts';
import type { ScheduleRule } from '../words/trigger.ts';
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
      /** `--set` values that were laid over it, with whole keys. Absent: none. */
      readonly overrides?: readonly string[];
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

/** Where the page is served, as roundsman.yaml says. */
export interface PageSettings {
  /** `host:port`; `null`: on 127.0.0.1, at a port that follows from the workspace, or another that is free. */
  readonly listen: string | null;
  /** Names beside the address itself under which it may be asked for, such as `build.example:8800`. */
  readonly hosts: readonly string[];
  /** The environment variable with what people log in with where links cannot be had; `null`: by links only. */
  readonly token: string | null;
  /** Several people, each with a name and roles; `null`: whoever logs in is the user of the daemon. */
  readonly people: PeopleSettings | null;
}

/** `viewer` sees; `reviewer` decides and lands; `operator` runs and pauses; `admin` may do everything. Each also sees. */
export const ROLES = ['viewer', 'reviewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface PeopleSettings {
  /** What people open, an origin: `https://roundsman.example`; `null`: not known, and not needed for a header. */
  readonly url: string | null;
  readonly by: NamedByHeader | NamedByProvider;
  /** Names as the proxy or provider gives them, or `group:` and a group. */
  readonly roles: Readonly<Record<Role, readonly string[]>>;
}

/** A proxy logs people in and says who asks. */
export interface NamedByHeader {
  readonly kind: 'header';
  /** In lower case. */
  readonly header: string;
  /** Addresses that may say so, beside loopback. */
  readonly proxies: readonly string[];
}

/** OpenID Connect. */
export interface NamedByProvider {
  readonly kind: 'oidc';
  readonly issuer: string;
  readonly clientId: string;
  /** The environment variable that holds it; `null`: a public client. */
  readonly clientSecret: string | null;
  /** What of the ID token is the name: `email` counts only when the provider verified it. */
  readonly claim: string;
}

// `review` in roundsman.yaml.
export interface ReviewSettings {
  /** How branches land. */
  readonly land: LandMethod;
  /** Commands that a union must pass; empty: the checks of the routines whose branches are in it. */
  readonly checks: readonly string[];
  /** The engine that looks at each branch beside a person; `null`: none. */
  readonly judge: {
    readonly engine: EngineId;
    readonly model: string | null;
    /** argv for the engines `command` and `acp`; absent or empty otherwise. */
    readonly command?: readonly string[];
    /** What a branch is held against, besides its routine's intent. */
    readonly criteria: readonly string[];
  } | null;
  /** More lines changed than this are said to be large. */
  readonly largeLines: number;
  /** A program and its words, for `review open`; `null`: VISUAL or EDITOR. */
  readonly editor: string | null;
}

export const DEFAULT_REVIEW: ReviewSettings = {
  land: 'merge',
  checks: [],
  judge: null,
  largeLines: 400,
  editor: null,
};

// The settings of a workspace whose roundsman.yaml says nothing.
export interface WorkspaceFallbacks {
  /** The name of the workspace's folder. */
  readonly folderName: string;
  /** The zone of this machine. */
  readonly hostTimezone: string;
}

export function defaultWorkspace({
  folderName,
  hostTimezone,
}: WorkspaceFallbacks): WorkspaceConfig {
  return {
    name: folderName,
    timezone: hostTimezone,
    engine: null,
    trackReports: false,
    diskFloorBytes: DEFAULT_DISK_FLOOR_BYTES,
    engines: {},
    connections: [],
    budget: null,
    prices: [],
    sessionsOff: [],
    daemon: DEFAULT_DAEMON,
    review: DEFAULT_REVIEW,
    store: null,
    lines: { name: null, timezone: null, engine: null, trackReports: null },
  };
}

/** Where roundsman.yaml says nothing. */
export const DEFAULT_DAEMON: DaemonConfig = {
  definitionsRef: null,
  maxRunning: null,
  spares: 1,
  hooksListen: null,
  page: { listen: null, hosts: [], token: null, people: null },
  heartbeat: { url: null, everyMs: 60_000 },
  keepSlotsMs: 400 * 86_400_000,
  keep: { diskBytes: 10_000_000_000, archivesMs: 90 * 86_400_000 },
};
