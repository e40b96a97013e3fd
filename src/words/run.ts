/**
 * A run: one execution of a slot. What was decided at admission is its `RunSpec` (`run-spec.ts`); `RunRecord` is what
 * happened since, written by its supervisor alone, and `RunView` what is told of both.
 */
import type {
  AgentAttempt,
  AgentExit,
  RunDenial,
  EngineSession,
  AttemptPlan,
} from './agent-exit.ts';
import type { Allowance } from './budget.ts';
import type { Failure } from './errors.ts';
import type { BranchName, CommitSha, RunId, RoutineId } from './ids.ts';
import type { Predecessor } from './review/predecessor.ts';
import type { IsolationLevel } from './routine.ts';
import type { RunQuestion } from './run-question.ts';
import type { Definition, ProcessIdentity, RunItem, Window } from './run-spec.ts';
import type { Handover } from './session.ts';
import type { Slot, SlotEvent, SlotInputs } from './slot.ts';
import type { CountedUsage } from './usage.ts';

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

export type RunPhase =
  | { readonly kind: 'queued' }
  | {
      readonly kind: 'running';
      readonly cursor: Cursor;
      readonly supervisor: ProcessIdentity;
      readonly agent: ProcessIdentity | null;
    }
  /** Its agent asked something: no process, no clock; continues at `work` with the answer, at the deadline with the default. */
  | {
      readonly kind: 'waiting';
      readonly question: RunQuestion;
      readonly since: string;
      /** ISO 8601; `null` = as long as it takes. */
      readonly until: string | null;
    }
  /** Its model's side said no until then: no process; the same session continues at `work`. */
  | {
      readonly kind: 'parked';
      readonly until: string;
      readonly since: string;
      readonly reason: string;
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
  /** How the newest process of the agent ended; `null` while it has not been started. */
  readonly agentExit: AgentExit | null;
  /** Of the newest process, as soon as it is known. */
  readonly session: EngineSession | null;
  /** Processes of the agent that ended before the newest was started: it was parked, waited, was answered, or another engine took over. */
  readonly earlier: readonly AgentAttempt[];
  /** The process that is to come after the newest one that ended, or that did; `null` or absent: the first is the only one. */
  readonly attempt?: AttemptPlan | null;
  /** When the newest process of the agent was started. */
  readonly agentStartedAt?: string | null;
  /** How often it was parked or waited: each time its supervisor ended as it should. */
  readonly rests?: number;
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
  /** Branches of the routine that waited when it opened. Absent: none. */
  readonly predecessors?: readonly Predecessor[];
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
  /** What became of its messages while it continued; what came later is laid over it (`file-delivery-store.ts`). */
  readonly delivery?: 'sent' | 'failed' | 'none';
  readonly findings: FindingCounts | null;
  /** What it may use; from step `gate` on. */
  readonly allowance?: Allowance | null;
  /** Of all its agents together; from step `report` on. */
  readonly usage?: CountedUsage | null;
  /** Whether the key or log-in of its engine was where the agent could see it; `null`: it has none. */
  readonly credentials?: 'inside' | 'outside' | null;
  /** What the user's own settings of its engine decided; `null`: nothing. */
  readonly provider?: UsedProvider | null;
  /** What programs of the run wanted and did not get; from step `report` on. */
  readonly denied?: readonly RunDenial[];
  /** Of a run whose work is done by several engines, each in a run of its own. */
  readonly parts?: readonly RunPart[];
  /** Absolute path of the copy a person opens, or of the original when no copy could be made. */
  readonly reportPath: string | null;
  /** What happened to the run itself, and was done about it: its supervisor died, the machine was restarted. */
  readonly recoveries: readonly string[];
  /** Plain sentences for the report and the terminal: what was kept, lost, refused, or is unusual. */
  readonly notices: readonly string[];
}

/** What of an engine's model came from the user's own settings of that engine. */
export interface UsedProvider {
  /** Base URL; `null`: the engine's usual one, or that of roundsman.yaml. */
  readonly endpoint: string | null;
  /** The file or variable that names it: `~/.codex/config.toml`. */
  readonly endpointFrom: string | null;
  /** `null`: the settings name none that is used. */
  readonly model: string | null;
  readonly modelFrom: string | null;
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
  /** The session that it continues with; absent or `null`: none. */
  readonly handover?: Handover | null;
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
  /** The item that it is for; `null`: none. */
  readonly item: RunItem | null;
  readonly parts: readonly RunPart[];
  /** `null`: it is a run of its own. */
  readonly part: { readonly of: RunId; readonly index: number; readonly label: string } | null;
  readonly reportPath: string | null;
  readonly window: Window;
  readonly findings: FindingCounts;
  readonly usage: {
    readonly inputTokens: number;
    /** Of those, what was read from a cache. */
    readonly cachedTokens: number;
    readonly outputTokens: number;
    /** `null`: the price is unknown. */
    readonly costUsd: number | null;
    readonly estimated: boolean;
  };
  readonly credentials: 'inside' | 'outside' | null;
  readonly provider: UsedProvider | null;
  readonly earlier: readonly AgentAttempt[];
  /** Of a run that waits or is parked: until when. */
  readonly until: string | null;
  /** Only of a run that waits for an answer. */
  readonly question?: RunQuestion;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly failure: Failure | null;
  readonly denied: readonly RunDenial[];
  readonly notices: readonly string[];
}

/** One engine of several at the same task, as the run that they belong to tells it. */
export interface RunPart extends Pick<
  RunView,
  | 'engine'
  | 'result'
  | 'skipped'
  | 'branch'
  | 'head'
  | 'diffstat'
  | 'findings'
  | 'usage'
  | 'credentials'
  | 'isolation'
  | 'until'
  | 'waitingFor'
  | 'reportPath'
  | 'failure'
  | 'startedAt'
  | 'endedAt'
> {
  readonly index: number;
  readonly label: string;
  readonly model: string | null;
  /** Of its own run; `null`: it never had one, because its engine was missing. */
  readonly id: RunId | null;
  readonly state: RunView['state'] | 'left-out';
}
