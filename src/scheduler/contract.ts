/** What the parts of the scheduler hand each other. Types only. */
import type { GitContext } from '../git/run-git.ts';
import type { Clock } from '../platform/clock.ts';
import type { DefinitionStore } from '../store/definition-ports.ts';
import type {
  Exclusively,
  PauseStore,
  ScheduleStore,
  SlotStore,
  RunStore,
} from '../store/ports.ts';
import type { RoutineId, RunId, SlotKey } from '../words/ids.ts';
import type { Policy } from '../words/policy.ts';
import type { Pause, ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { SlotRecord, SlotState } from '../words/slot.ts';
import type { StepProbe } from '../words/step-probe.ts';
import type { ScheduleTrigger } from '../words/trigger.ts';
import type { LiveRun } from './admission.ts';

/** When schedules are due; shared by all routines, so that equal schedules are reckoned once. Instants in ms. */
export interface Calendar {
  /** The first instant after `from`, or `null`. */
  next(schedule: ScheduleTrigger, from: number): number | null;
  /**
   * All instants in (from, to], ascending: the newest `keep` of them, and how many there were before those.
   * Work is bounded whatever the distance.
   */
  between(
    schedule: ScheduleTrigger,
    range: { readonly from: number; readonly to: number; readonly keep: number },
  ): {
    readonly instants: readonly number[];
    readonly earlier: number;
    readonly first: number | null;
  };
}

/** Everything a tick is decided from. Instants in ms since 1970. */
export interface PlanRequest {
  readonly now: number;
  /** Every slot at or before it has a record; `null` before the first tick. */
  readonly plannedTo: number | null;
  /** By default `now`. When it is earlier, slots after it are left for the next tick and nothing starts in this one. */
  readonly planTo?: number;
  /** Slots that have a record and are not open, as `takenKey` writes them; those that are not named here may have one too. */
  readonly taken?: ReadonlySet<string>;
  readonly calendar: Calendar;
  readonly routines: ReadonlyMap<RoutineId, PlannedRoutine>;
  /** Due and queued, oldest first. */
  readonly open: readonly SlotRecord[];
  /** Of routines that are not active and have open slots: what those are pinned to. Default: no limits. */
  readonly pinned?: ReadonlyMap<RoutineId, Policy>;
  readonly live: readonly LiveRun[];
  readonly limits: PlanLimits;
  /** When a run was last started from the queue; `null`: never. */
  readonly lastStartAt: number | null;
}

export interface PlanLimits {
  /** Of all routines at once. */
  readonly maxRunning: number;
  /** Between two starts from the queue. */
  readonly staggerMs: number;
  /** Slots later than this at a look came due while no process was looking. */
  readonly lateAfterMs: number;
  /** Records kept one by one for slots missed at once; the rest is counted in one record. */
  readonly cap: number;
}

export const PLAN_LIMITS = { staggerMs: 250, lateAfterMs: 60_000, cap: 100 } as const;

export interface PlannedRoutine {
  readonly routine: ScheduledRoutine;
  /** Its schedule counts from here. */
  readonly since: number;
  /** For a routine that was gone for a moment: how far its slots have been planned, instead of the request's. */
  readonly plannedTo?: number | null;
  readonly pause: Pause | null;
  /** Of its newest run; `null`: none. */
  readonly lastStartAt: number | null;
  /** Runs in a row that did not go well, since the last good one or the last `resume`. */
  readonly failures: number;
}

/** One thing to do, in the order given. Carrying a plan out twice, or half and then again, changes nothing more. */
export type Decision =
  /** A slot that has no record yet gets one. */
  | { readonly kind: 'record'; readonly record: SlotRecord }
  /** A recorded slot moves on. */
  | { readonly kind: 'move'; readonly record: SlotRecord; readonly to: SlotState }
  /** A run is made for it: its record (`created: false`: it has none yet) becomes `started` first. */
  | { readonly kind: 'start'; readonly record: SlotRecord; readonly created: boolean }
  /** A live run has to end, so that a slot can start. */
  | {
      readonly kind: 'stop';
      readonly run: RunId;
      readonly how: 'cancel' | 'terminate';
      readonly routine: RoutineId;
      readonly forSlot: SlotKey;
    }
  | { readonly kind: 'pause'; readonly pause: Pause };

export interface Plan {
  readonly decisions: readonly Decision[];
  /** When time alone changes something: the next slot, jitter, stagger, cooldown; `null`: never. */
  readonly wakeAt: number | null;
}

/** The port between the scheduler and what carries runs out. */
export interface RunStarter {
  /** Called under the admission lock. */
  live(): Promise<readonly LiveRun[]>;
  newRunId(): RunId;
  /**
   * Makes the run of a slot whose record says `started` with this id, and starts it. Called under the lock. A second
   * call for one id does nothing. Throws when the run cannot be made; then nothing of it stays.
   */
  start(request: StartRequest): Promise<void>;
  /** Whether a run of this id has been made. */
  has(run: RunId): Promise<boolean>;
  /** Returns at once; ending takes time. A run that has ended is fine. */
  stop(run: RunId, how: 'cancel' | 'terminate', reason: string): Promise<void>;
}

export interface StartRequest {
  readonly runId: RunId;
  readonly record: SlotRecord;
}

/** What runs tell the plan, by routine; one that never ran is not in it. */
export interface RunHistory {
  of(
    routines: ReadonlySet<RoutineId>,
  ): Promise<ReadonlyMap<RoutineId, Pick<PlannedRoutine, 'lastStartAt' | 'failures'>>>;
}

/** Everything a tick touches. */
export interface TickParts {
  readonly slots: SlotStore;
  readonly schedule: ScheduleStore;
  readonly pauses: PauseStore;
  readonly starter: RunStarter;
  readonly history: RunHistory;
  readonly calendar: Calendar;
  /** The admission lock. */
  readonly exclusively: Exclusively;
  readonly limits: PlanLimits;
  /** For slots that a person put into the queue of a routine that is not active. */
  readonly definitions: Pick<DefinitionStore, 'read'>;
  readonly probe?: StepProbe;
}

/** Something that happened outside. Texts and payloads are untrusted. */
export type OutsideEvent =
  /** Offered to every active routine with a matching `on.deployment`. */
  | {
      readonly kind: 'deployment';
      /** Idempotent: a second one of this id and state in the environment is known already. */
      readonly id: string;
      readonly environment: string;
      readonly state: string;
      /** `null`: what was recorded last for the environment. */
      readonly previous: string | null;
      readonly deployed: string;
      /**
       * The watched ref whose move told of it, as `on.deployment.ref` names it: for the routines that watch it, and for
       * no others. Without one it is for the routines that watch none.
       */
      readonly ref?: string;
      readonly summary: string;
      readonly payload: Uint8Array | null;
    }
  /** For one routine. */
  | {
      readonly kind: 'webhook' | 'git' | 'files' | 'routine';
      readonly routine: RoutineId;
      /** Unique within kind and routine. */
      readonly id: string;
      /** False when the sender signed the payload without its id: a payload of the last day is then refused under another id. */
      readonly idSigned?: boolean;
      readonly summary: string;
      readonly payload: Uint8Array | null;
    };

/** The one way in for events. Pausing, overlap and the rest are decided later, by the plan. */
export interface EventIntake {
  /**
   * Slot records and payload are durable when it resolves, and the scheduler looks at once. Returns a result for each
   * routine that it is for: none for a deployment that no routine listens to, though it is remembered. Throws `refused`
   * for a routine that is not active, and what the store throws; then it may be delivered again.
   */
  deliver(event: OutsideEvent): Promise<readonly IntakeResult[]>;
}

export interface IntakeResult {
  readonly routine: RoutineId;
  readonly key: SlotKey;
  /** `known`: an event of that id made a slot before. `replayed`: its payload did, under `key`; it made none. */
  readonly outcome: 'accepted' | 'known' | 'replayed';
}

/** A thing that watches for events, while the daemon runs. */
export interface TriggerSource {
  /** Called at first, and again whenever the active routines changed. Those that do not concern it are passed over. */
  follow(routines: readonly ScheduledRoutine[]): Promise<void>;
  close(): Promise<void>;
}

/** What sources of events are given. */
export interface WatchParts {
  /** The checkout; its root. */
  readonly git: GitContext;
  /** Of ours, outside the repository: what was last seen. It is made when it is not there. */
  readonly memoryFolder: string;
  readonly intake: EventIntake;
  readonly runs: Pick<RunStore, 'read' | 'listViews'>;
  readonly clock: Clock;
  /** What goes wrong while watching; it is tried again. One line, may hold untrusted text. */
  readonly warn: (message: string) => void;
}
