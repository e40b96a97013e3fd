/** What machines that share records share besides: which daemon plans, the queue of runs, and the workers. */
import type { AppError } from '../words/errors.ts';
import type { RoutineId, RunId, SlotKey, BranchName, CommitSha } from '../words/ids.ts';
import type { Policy } from '../words/policy.ts';
import type { RunRecord } from '../words/run.ts';
import type { SlotRecord } from '../words/slot.ts';
import type { SlotStore } from './ports.ts';

/** A run whose worker did not renew its lease for this long ends itself: by the clock of its machine. */
export const SILENCE_MS = 180_000;
/** By then the agents of such a run are gone: it looks each second, and asks them for 5 s before it kills them. */
const AGENTS_END_MS = 60_000;
/** A worker whose lease was not renewed for this long has lost it: by the clock of the database. */
export const LEASE_MS = SILENCE_MS + AGENTS_END_MS;
/** A worker that was not seen for this long is no longer counted. */
export const WORKER_GONE_MS = 10 * 60_000;

export interface Dispatch {
  /** Id of this state folder. */
  readonly place: string;
  readonly planner: Planner;
  readonly queue: RunQueue;
  readonly workers: Workers;
  /** Asks the worker of a run to stop it. False: no worker has it. */
  stop(run: RunId, how: 'cancel' | 'terminate', reason: string): Promise<boolean>;
  /** Notes of a run of another machine that it ended as `record` says; without one it never began, and goes. */
  endElsewhere(run: RunId, record: RunRecord | null): Promise<void>;
  /** Gives its connections back. */
  close(): Promise<void>;
}

export interface Machine {
  /** Id of its state folder. */
  readonly place: string;
  readonly host: string;
}

export interface Planner {
  /** Whether this process plans; takes it over when no other does. Throws what the database throws. */
  isMine(): Promise<boolean>;
  /** The machine of the daemon that plans; `null`: none does. */
  who(): Promise<Machine | null>;
}

/** A run that a planner queued: its slot says `started` with this id. */
export interface QueuedRun {
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly key: SlotKey;
  /** Labels that its worker must have. */
  readonly runsOn: readonly string[];
  readonly policy: Pick<Policy, 'touches' | 'concurrency'>;
  readonly ownTouches: boolean;
}

/** A queued run that no machine has made yet. */
export interface WaitingRun extends QueuedRun {
  readonly queuedAt: string;
}

/** A run that a worker may carry out, as long as it renews this. */
export interface Lease {
  readonly run: RunId;
  readonly queue: string;
  /** Of the job, with the count of its fetches: a lease that is given anew is another one. */
  readonly id: string;
  readonly retryCount: number;
}

export interface TakenRun extends Lease {
  readonly job: QueuedRun;
}

export interface RunQueue {
  /** Throws as `slots` does where there can be no queue. */
  open(): Promise<void>;
  /**
   * Stores slot records; each that says `started` gets its job in the same transaction. Throws `missing` /
   * `queue-needs-node` or `queue-not-made` where there can be no queue.
   */
  slots(
    describe: (record: SlotRecord) => Promise<QueuedRun | null>,
  ): Pick<SlotStore, 'createAll' | 'updateAll'>;
  /** Whether there is a job of this run, or the run itself on some machine. */
  has(run: RunId): Promise<boolean>;
  /** Oldest first. Needs no pg-boss. */
  waiting(): Promise<readonly WaitingRun[]>;
  /** Of the oldest that these labels allow. */
  take(labels: readonly string[], most: number): Promise<readonly TakenRun[]>;
  /** Reads the slots of these runs, all with one question. */
  slotsOf(jobs: readonly QueuedRun[]): Pick<SlotStore, 'read'>;
  /** Renews them; gives the ids of the runs that are still held. */
  touch(leases: readonly Lease[]): Promise<ReadonlySet<RunId>>;
  /** `lost`: the run may begin again elsewhere. Safe to repeat; a lease that is not held changes nothing. */
  settle(lease: Lease, how: 'ended' | 'lost'): Promise<void>;
  /** Removes a run that no worker took yet. */
  withdraw(run: RunId): Promise<boolean>;
  /** Leases that were lost, as their planner finds them. */
  lost(): Promise<readonly LostRun[]>;
  forget(lost: LostRun): Promise<void>;
  /** Ids of jobs whose text is no run: none of them is carried out. Needs no pg-boss. */
  unreadable(): Promise<readonly string[]>;
  /**
   * Notes leases that were not renewed as lost. Not while the database itself is younger than a lease: nobody could
   * renew anything before.
   */
  supervise(): Promise<void>;
}

export interface LostRun {
  readonly lease: Pick<Lease, 'queue' | 'id'>;
  readonly job: QueuedRun;
}

export interface WorkerReport {
  readonly host: string;
  readonly labels: readonly string[];
  readonly places: number;
  /** Runs that take a place. */
  readonly runs: readonly RunId[];
  /** Takes nothing new. */
  readonly draining: boolean;
}

export interface WorkerEntry extends WorkerReport {
  /** Id of its state folder. */
  readonly place: string;
  /** Since when it was not seen, in ms, by the clock of the database. */
  readonly silentMs: number;
}

export interface StopRequest {
  readonly run: RunId;
  readonly how: 'cancel' | 'terminate';
  readonly reason: string;
}

export interface Workers {
  /** Reports this machine; gives what it was asked to stop. Throws `refused` / `store-newer` when the tables are newer. */
  report(worker: WorkerReport): Promise<readonly StopRequest[]>;
  leave(): Promise<void>;
  /** By host and place. */
  list(): Promise<readonly WorkerEntry[]>;
}

/** The fleet as people see it. */
export interface FleetView {
  readonly planner: Machine | null;
  readonly workers: readonly WorkerEntry[];
  readonly waiting: readonly WaitingRun[];
  /** Ids of jobs that cannot be read. */
  readonly unreadable: readonly string[];
  readonly fault: AppError | null;
}

// What a workspace with several machines keeps beside its records: where runs are, and which of their branches travel.
export interface Fleet {
  /** Id of this machine's state folder. */
  readonly place: string;
  /** `null`: the run is here, or not known. */
  whereIs(id: RunId): Promise<RunElsewhere | null>;
  /** Branches of runs that are on their way, on the remote, or on one machine only. Oldest first. */
  branches(): Promise<readonly TravellingBranch[]>;
  /**
   * Does nothing where no such run is known, or the branch of that name is not its own.
   * @param travel `null`: the branch has landed or is gone, and travels no more
   */
  note(branch: NotedBranch, travel: Travel | null): Promise<void>;
}

export interface RunElsewhere {
  /** Name of the machine. */
  readonly host: string;
  /** When it was last told of the run, ISO 8601. */
  readonly toldAt: string;
}

/**
 * `due`: it is to be pushed. `pushed`: the remote has it, until it is decided.
 * `kept`: it is on the machine of its run only, since a push was refused or did not get through.
 */
export type Travel =
  | { readonly kind: 'due' | 'pushed' }
  | { readonly kind: 'kept'; readonly why: string; readonly triedAt: string };

export interface NotedBranch {
  readonly run: RunId;
  readonly branch: BranchName;
  /** As it was handed back; absent: as noted before. */
  readonly head?: CommitSha;
}

export interface TravellingBranch {
  readonly run: RunId;
  readonly attempt: number;
  readonly branch: BranchName;
  /** As the run handed it back. */
  readonly head: CommitSha;
  readonly travel: Travel;
  /** Of the machine that has the run. */
  readonly place: string;
  readonly host: string;
}
