/**
 * What the rest of Roundsman asks of a store. The embedded one (`files/`) keeps small files, written
 * atomically and synced; a server-backed one can take its place without a change elsewhere.
 *
 * Records that do not parse are never dropped silently: readers get them as `corrupt` with their path.
 */
import type { CollectorMemory } from '../words/facts.ts';
import type { Finding, FindingLedger } from '../words/finding.ts';
import type { ItemKey, RoutineId, RunId, SlotKey } from '../words/ids.ts';
import type { ItemPlan, Item } from '../words/item.ts';
import type { Note, NoteKind } from '../words/note.ts';
import type { Proposal } from '../words/proposal.ts';
import type { RestWish } from '../words/rest.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunRecord, RunView } from '../words/run.ts';
import type { Pause } from '../words/scheduled-routine.ts';
import type { SlotRecord, SlotState } from '../words/slot.ts';
import type { UsageEntry } from '../words/usage.ts';
import type { RunFileName } from './run-folder/run-files.ts';

/** A run as stored: what was decided, and what happened since (`null` until its supervisor wrote). */
export interface StoredRun {
  readonly spec: RunSpec;
  readonly record: RunRecord | null;
  /** The request made to it while it is at rest; absent or `null`: none. */
  readonly wish?: RestWish | null;
}

export interface CorruptRecord {
  readonly path: string;
  readonly problem: string;
}

/** What is there is no run's: not what the disk refused to give. */
export interface CorruptRun extends CorruptRecord {
  readonly id: RunId;
}

export interface ViewFilter {
  readonly routine?: RoutineId;
  readonly limit?: number;
  /** Also runs that are parts of others, which tell of them. Default: false. */
  readonly parts?: boolean;
  /** Which are wanted: others need not be opened. Default: all. */
  readonly only?: (run: WantedRun) => boolean;
}

/** What is known of a run that ended long ago without opening it. */
export interface WantedRun {
  readonly id: RunId;
  /** That it made, or is to make. */
  readonly branch: string | null;
  /** ISO 8601; `null`: it has not ended. */
  readonly endedAt: string | null;
  /** That it is for. */
  readonly item: { readonly key: string } | null;
  /** Of the run that it is a part of. */
  readonly part: { readonly of: string } | null;
}

export interface RunStore {
  /** Creates the run's folder with its spec. The id is new, so nothing can be there. */
  create(spec: RunSpec): Promise<void>;
  read(id: RunId): Promise<StoredRun | null>;
  /** Newest first. */
  list(filter?: { readonly routine?: RoutineId; readonly limit?: number }): Promise<{
    readonly runs: readonly StoredRun[];
    readonly corrupt: readonly CorruptRecord[];
  }>;
  /** Newest first; quick also with thousands of ended runs. Parts of other runs only on demand. */
  listViews(filter?: ViewFilter): Promise<{
    readonly views: readonly RunView[];
    readonly corrupt: readonly CorruptRecord[];
  }>;
  /** Newest first; opens no run. */
  listIds(): Promise<readonly RunId[]>;
  /** Runs that have not ended, whether or not anybody is still at work on them. */
  listUnfinished(): Promise<readonly StoredRun[]>;
  /** The same, and the folders of runs that do not tell what happened. */
  survey(): Promise<{
    readonly unfinished: readonly StoredRun[];
    readonly corrupt: readonly CorruptRun[];
  }>;
  /** What it left beside its record; of a run of another machine what travelled (`run-files.ts`). `null`: nothing is known. */
  readFile(id: RunId, name: RunFileName): Promise<string | null>;
}

export interface SlotStore {
  /** Writes the record exclusively; false when the slot has one already, from any writer, folded ones included. */
  create(record: SlotRecord): Promise<boolean>;
  /** Many at once, for the price of few syncs; which of them were created, in order. Durable when it resolves. */
  createAll(records: readonly SlotRecord[]): Promise<readonly boolean[]>;
  read(routine: RoutineId, key: SlotKey): Promise<SlotRecord | null>;
  /** Replaces records that are there; the caller holds the admission lock. Durable when it resolves. */
  updateAll(records: readonly SlotRecord[]): Promise<void>;
  /** What is due or queued, oldest first by `scheduledFor`; quick however many have ended. */
  listOpen(): Promise<readonly SlotRecord[]>;
  /** Newest first by `scheduledFor`, folded ones included. */
  list(filter?: SlotFilter): Promise<{
    readonly records: readonly SlotRecord[];
    readonly corrupt: readonly CorruptRecord[];
  }>;
  /**
   * Moves final records that changed before `before` into their month's file, and drops the months that ended before
   * `dropBefore`. The caller holds the admission lock; at most `most` records, so that no other process waits long for it.
   */
  fold(limits: FoldLimits): Promise<FoldOutcome>;
}

export interface FoldLimits {
  readonly before: Date;
  readonly dropBefore: Date;
  /** Default: all. */
  readonly most?: number;
}

export interface FoldOutcome {
  readonly folded: number;
  /** Records older than `before` may be left. */
  readonly more: boolean;
  /** Months that went, `2025-10`. */
  readonly dropped: readonly string[];
}

export interface SlotFilter {
  readonly routine?: RoutineId;
  /** By `scheduledFor`, ISO 8601 UTC, half-open [from, to). */
  readonly from?: string;
  readonly to?: string;
  readonly states?: readonly SlotState['kind'][];
  readonly limit?: number;
}

/** What runs used, by the day they began on. Who reads in order to append holds the usage lock. */
export interface UsageStore {
  /** Newest first, `2026-11-21`. */
  days(): Promise<readonly string[]>;
  /** In the order of their writing; a line that was never finished is not among them. */
  read(day: string): Promise<{
    readonly entries: readonly UsageEntry[];
    readonly corrupt: readonly CorruptRecord[];
  }>;
  /** Durable when it resolves. */
  append(day: string, entries: readonly UsageEntry[]): Promise<void>;
  /** Days before that one; gives the ones that went. */
  drop(before: string): Promise<readonly string[]>;
}

/** How far planning has come. */
export interface ScheduleCursor {
  /** Every slot at or before it has a record; `null` before the first tick. ISO 8601. */
  readonly plannedTo: string | null;
  /** Set by a tick that began and has not ended: the process that finds it after a crash makes the missing runs. */
  readonly starting?: readonly StartUnderway[];
}

/** A slot that is about to say `started`, and the run that is then made for it. */
export interface StartUnderway {
  readonly routine: RoutineId;
  readonly key: SlotKey;
  readonly runId: RunId;
}

/** From when the schedule of a routine counts. A changed schedule begins again; anything else that changes does not. */
export interface ScheduleStart {
  /** sha256 over the schedules of the routine, zones included. */
  readonly schedule: string;
  /** ISO 8601; slots after it are due. */
  readonly since: string;
  /** The routine is not there any more since `at`, or for a moment; its slots had been planned to `plannedTo`. */
  readonly gone?: { readonly at: string; readonly plannedTo: string | null };
  /** It came back after a moment, at a clock that was behind the cursor: its slots have been planned to here only. */
  readonly behind?: string;
}

/** One small synced file each, so that writing one never costs the other. */
export interface ScheduleStore {
  readCursor(): Promise<ScheduleCursor>;
  writeCursor(cursor: ScheduleCursor): Promise<void>;
  readStarts(): Promise<ReadonlyMap<RoutineId, ScheduleStart>>;
  writeStarts(starts: ReadonlyMap<RoutineId, ScheduleStart>): Promise<void>;
  /** What could not be read and was set aside. */
  listSetAside(): Promise<readonly CorruptRecord[]>;
}

export interface PauseStore {
  /** Those that hold at that instant. @param at ISO 8601 */
  list(at: string): Promise<readonly Pause[]>;
  /** Replaces an earlier one. */
  write(pause: Pause): Promise<void>;
  /** False when it was not paused. Keeps when it was resumed: failures before that no longer count. */
  remove(routine: RoutineId, at: string): Promise<boolean>;
  /** ISO 8601, by routine; of a pause that ended by itself, its end. @param at ISO 8601 */
  listResumed(at: string): Promise<ReadonlyMap<RoutineId, string>>;
}

export interface FindingStore {
  /** An empty ledger when the routine has none yet. */
  read(routine: RoutineId): Promise<FindingLedger>;
  /** Compare and set. Throws `refused` / `changed-meanwhile` where it is no longer what was read. Durable when it resolves. */
  replace(before: FindingLedger, after: FindingLedger): Promise<void>;
  /** Of all routines. */
  listAll(): Promise<readonly Finding[]>;
  /** Another one whenever one of them may have changed. */
  stamp(): Promise<string>;
}

export interface ItemStore {
  /** Takes the next free keys, exclusively, and stores them as `reserved`. */
  reserve(request: {
    readonly count: number;
    readonly routine: RoutineId;
    readonly run: RunId;
    readonly now: string;
  }): Promise<readonly ItemKey[]>;
  /** Takes the next free key, exclusively, and stores the item whole: there is no moment with a key and no item. */
  make(item: Omit<Item, 'key'>): Promise<Item>;
  read(key: ItemKey): Promise<Item | null>;
  /** Compare and set. Throws `refused` / `changed-meanwhile` where it is no longer what was read. Durable when it resolves. */
  replace(before: Item, after: Item): Promise<void>;
  list(): Promise<readonly Item[]>;
  /** Another one whenever one of them may have changed. */
  stamp(): Promise<string>;
}

/** What was proposed to split items into. Changed under the ledger lock, as items are. */
export interface PlanStore {
  /** Creates it exclusively; false when one of that id is there. */
  create(plan: ItemPlan): Promise<boolean>;
  read(id: string): Promise<ItemPlan | null>;
  /** Compare and set. Throws `refused` / `changed-meanwhile` where it is no longer what was read. Durable when it resolves. */
  replace(before: ItemPlan, after: ItemPlan): Promise<void>;
  /** Oldest first. */
  list(): Promise<readonly ItemPlan[]>;
}

export interface ProposalStore {
  /** Creates it exclusively; false when one of that id is there (the run's outbox step ran before). */
  create(proposal: Proposal): Promise<boolean>;
  read(id: string): Promise<Proposal | null>;
  /** Compare and set. Throws `refused` / `changed-meanwhile` where it is no longer what was read. Durable when it resolves. */
  replace(before: Proposal, after: Proposal): Promise<void>;
  /** Oldest first. */
  list(): Promise<readonly Proposal[]>;
}

/** Changed under the ledger lock, as items are. */
export interface NoteStore {
  /** Takes the next id of its kind, exclusively, and stores it. */
  create(note: Omit<Note, 'id'>): Promise<Note>;
  read(id: string): Promise<Note | null>;
  /** Compare and set. Throws `refused` / `changed-meanwhile` where it is no longer what was read. Durable when it resolves. */
  replace(before: Note, after: Note): Promise<void>;
  /** Oldest first; of both kinds unless one is named. */
  list(kind?: NoteKind): Promise<readonly Note[]>;
  /** Files among them that cannot be read; their ids stay taken. */
  listCorrupt(): Promise<readonly CorruptRecord[]>;
  /** Another one whenever one of them may have changed. */
  stamp(): Promise<string>;
}

export interface MemoryStore {
  /** `null` before the first good run. */
  read(routine: RoutineId, collector: string): Promise<CollectorMemory | null>;
  /** Compare and set, as elsewhere. @param before `null`: there was none */
  replace(before: CollectorMemory | null, after: CollectorMemory): Promise<void>;
}

/**
 * Does the work while no other caller changes findings, items, proposals or memories: they are read, changed and written
 * whole. Not re-entrant.
 */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;
