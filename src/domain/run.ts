/**
 * A run: one execution of a slot. `RunSpec` is what was decided at admission and never changes;
 * `RunRecord` is what happened since, written by the run's supervisor alone.
 */
import type { Failure } from './errors.ts';
import type { BranchName, CommitSha, RunId, RoutineId } from './ids.ts';
import type { IsolationLevel, Routine } from './routine.ts';
import type { Slot, SlotEvent, SlotInputs } from './slot.ts';
import type { Window } from './window.ts';

/** The program of a run, in order. The cursor is stored before and after each step. */
export const RUN_STEPS = [
  'gate',
  'open',
  'condition',
  'collect',
  'prepare',
  'brief',
  'work',
  'check',
  'hand-back',
  'report',
  'outbox',
  'deliver',
] as const;
export type RunStep = (typeof RUN_STEPS)[number];

/**
 * The form of a run folder. Bumped when a supervisor of an older Roundsman could not read a newer one. A run belongs to
 * the code that began it: what is told of another's run is read with care, and what is newer is never touched.
 */
export const RUN_PROTOCOL = 2;

export interface RunSpec {
  /** Of the Roundsman that admitted it. What an older one did not know yet is filled in when it is read. */
  readonly protocol: number;
  readonly id: RunId;
  readonly routine: Routine;
  readonly definition: Definition;
  readonly slot: Slot;
  /** What made it due, when that was no schedule. */
  readonly event: SlotEvent | null;
  readonly inputs: SlotInputs;
  readonly attempt: number;
  readonly workspace: WorkspaceLocation;
  readonly settings: WorkspaceSettings;
  readonly window: Window;
  readonly admittedAt: string;
  /** Who admitted it: while that process lives and nothing is recorded yet, the run is about to start. */
  readonly admittedBy: ProcessIdentity;
  /** Everything below is read by the supervisor before it starts anything. */
  readonly limits: { readonly maxOutputBytes: number };
}

export interface Definition {
  /** Absolute path of the YAML file. */
  readonly path: string;
  /** sha256 of the normalized routine, 64 hex characters. */
  readonly hash: string;
  /** The working tree (`run`), the ref that definitions are taken from, or what a person enabled. */
  readonly source: DefinitionSource;
  /** `--set` values that were laid over the file, as written. */
  readonly overrides: readonly string[];
}

export type DefinitionSource = 'working-tree' | 'ref' | 'enabled';

export interface WorkspaceLocation {
  readonly name: string;
  /** The user's checkout (or bare repository), absolute. */
  readonly root: string;
  /** The common git directory of `root`, absolute. */
  readonly gitDir: string;
  readonly bare: boolean;
  readonly stateDir: string;
}

/** What roundsman.yaml says, as far as a run depends on it. */
export interface WorkspaceSettings {
  /** IANA zone for dates in reports and branch names. */
  readonly timezone: string;
  /** `reports.track`: when true, reports/ gets no .gitignore. */
  readonly trackReports: boolean;
  /** Free space on the disk of the state folder below which nothing starts; an agent is ended at half of it. 0 = off. */
  readonly diskFloorBytes: number;
}

/** Found again by all three: a pid alone is reused, a start time alone is not unique across boots. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot, field 22 of /proc/PID/stat; on macOS the text of `ps -o lstart=`. */
  readonly startTime: string;
  readonly bootId: string;
}

export type RunPhase =
  | { readonly kind: 'queued' }
  | {
      readonly kind: 'running';
      readonly cursor: Cursor;
      readonly supervisor: ProcessIdentity;
      readonly agent: ProcessIdentity | null;
    }
  /** `result` is `null` when a step found nothing to do and the run was skipped. */
  | { readonly kind: 'ended'; readonly result: RunResult | null; readonly endedAt: string };

export interface Cursor {
  readonly step: RunStep;
  readonly at: 'begun' | 'done';
}

export interface RunRecord {
  readonly protocol: number;
  /** How often it was stored. Of two copies of a record the one with the higher number is what happened. */
  readonly sequence: number;
  readonly id: RunId;
  readonly phase: RunPhase;
  readonly startedAt: string;
  /** How the process of the agent ended; `null` while it has not been started. */
  readonly agentExit: AgentExit | null;
  readonly progress: RunProgress;
  /** The first thing that went wrong; later ones are notices. */
  readonly failure: Failure | null;
  /** Set when a step said that there is nothing to do: the slot is skipped, not failed. */
  readonly skipped: string | null;
}

/** What the steps found out so far. Each step returns a patch of it; nothing else writes it. */
export interface RunProgress {
  readonly base: CommitSha | null;
  /** The ref that base was resolved from, for people: `origin/main`. */
  readonly baseRef: string | null;
  readonly isolation: IsolationLevel | null;
  /** Which of the repository's objects it can read: all, its base's ancestry, or the newest N commits of that. */
  readonly history: 'borrow' | 'copy' | number | null;
  readonly head: CommitSha | null;
  readonly branch: BranchName | null;
  readonly diffstat: Diffstat | null;
  readonly report: ReportVerdict | null;
  readonly checks: 'passed' | 'failed' | 'none' | null;
  readonly changes: ChangesVerdict | null;
  readonly proposals: 'held' | 'applied' | 'declined' | 'none' | null;
  readonly findings: FindingCounts | null;
  /** What programs of the run wanted and did not get; from step `report` on. */
  readonly denied?: readonly RunDenial[];
  /** Absolute path of the copy a person opens, or of the original when no copy could be made. */
  readonly reportPath: string | null;
  /** What happened to the run itself, and was done about it: its supervisor died, the machine was restarted. */
  readonly recoveries: readonly string[];
  /** Plain sentences for the report and the terminal: what was kept, lost, refused, or is unusual. */
  readonly notices: readonly string[];
}

export const EMPTY_PROGRESS: RunProgress = {
  base: null,
  baseRef: null,
  isolation: null,
  history: null,
  head: null,
  branch: null,
  diffstat: null,
  report: null,
  checks: null,
  changes: null,
  proposals: null,
  findings: null,
  reportPath: null,
  recoveries: [],
  notices: [],
};

export interface Diffstat {
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
}

export interface FindingCounts {
  readonly new: number;
  readonly known: number;
  readonly resolved: number;
  readonly regressed: number;
}

export type ReportVerdict =
  | { readonly kind: 'valid'; readonly quiet: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

export type ChangesVerdict =
  | { readonly kind: 'branch' }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Facts about the end of the agent's process; the first cause wins. */
export interface AgentExit {
  readonly cause:
    | 'exited'
    | 'signalled'
    | 'timed-out'
    | 'silent'
    /** The disk fell below its floor. */
    | 'disk-full'
    | 'cancelled'
    | 'not-started'
    | 'lost';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  /** Bytes read from stdout and stderr together, and how many of them were not kept. */
  readonly outputBytes: number;
  readonly droppedBytes: number;
  /** Processes that outlived the agent and were ended by us. */
  readonly strays: number;
  /** What the sandbox did not let it reach. */
  readonly denied: readonly Denial[];
  /** For `not-started`: why. */
  readonly message: string | null;
}

/** One thing that a program of the run wanted and was refused. */
export interface Denial {
  readonly kind: 'network';
  /** `host:port`, as it asked for it; hostile text. */
  readonly target: string;
  readonly reason: string;
  readonly count: number;
}

/** The same for all of a run: also what the agent itself says that it was not permitted. */
export interface RunDenial {
  readonly kind: Denial['kind'] | 'permission';
  readonly during: 'condition' | 'collect' | 'setup' | 'agent' | 'check';
  /** Hostile text, on one line. */
  readonly target: string;
  readonly reason: string;
  readonly count: number;
}

/** The parts are never folded into one light. */
export interface RunResult {
  readonly execution: 'succeeded' | 'failed' | 'timed-out' | 'cancelled' | 'lost' | 'limit-reached';
  readonly report: 'valid' | 'missing' | 'invalid';
  readonly checks: 'passed' | 'failed' | 'none';
  /** `branch`, `none` or `refused(reason)`. */
  readonly changes: string;
  readonly proposals: 'held' | 'applied' | 'declined' | 'none';
  readonly delivery: 'sent' | 'failed' | 'none';
  readonly review: 'pending' | 'accepted' | 'rejected' | 'landed' | 'none';
}

/** `patch.notices` are added to those of earlier steps; every other field replaces. */
export type StepOutcome =
  | { readonly kind: 'done'; readonly patch: Partial<RunProgress> }
  /** Nothing to do: the run ends without spending anything. */
  | { readonly kind: 'skip'; readonly reason: string; readonly patch: Partial<RunProgress> }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly patch: Partial<RunProgress> };

/** The JSON shape of `run --json` and `show --json`. Fields may be added, not changed. */
export interface RunView {
  readonly id: RunId;
  /** The form of its folder; higher than `RUN_PROTOCOL`: a newer Roundsman made it. */
  readonly protocol: number;
  readonly routine: RoutineId;
  readonly definition: Definition;
  readonly slot: Slot;
  readonly event: SlotEvent | null;
  readonly inputs: SlotInputs;
  readonly attempt: number;
  readonly engine: string;
  readonly isolation: IsolationLevel | null;
  readonly state: 'queued' | 'running' | 'waiting' | 'parked' | 'ended';
  readonly waitingFor: string | null;
  readonly step: RunStep | null;
  readonly result: RunResult | null;
  readonly skipped: string | null;
  /** The report is valid and has nothing new to tell. */
  readonly quiet: boolean;
  readonly base: CommitSha | null;
  readonly head: CommitSha | null;
  readonly branch: BranchName | null;
  readonly diffstat: Diffstat | null;
  readonly parts: readonly [];
  readonly reportPath: string | null;
  readonly window: Window;
  readonly findings: FindingCounts;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number;
    readonly estimated: boolean;
  };
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly failure: Failure | null;
  readonly denied: readonly RunDenial[];
  readonly notices: readonly string[];
}
