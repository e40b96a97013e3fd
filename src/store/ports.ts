/**
 * What the rest of Roundsman asks of a store. The embedded one (`files/`) keeps small files, written
 * atomically and synced; a server-backed one can take its place without a change elsewhere.
 *
 * Records that do not parse are never dropped silently: readers get them as `corrupt` with their path.
 */
import type { CollectorMemory } from '../domain/collector-memory.ts';
import type { Finding, FindingLedger } from '../domain/finding.ts';
import type { ItemKey, RoutineId, RunId, SlotKey } from '../domain/ids.ts';
import type { Item } from '../domain/item.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { RunRecord, RunSpec, RunView } from '../domain/run.ts';
import type { SlotRecord, SlotState } from '../domain/slot.ts';

/** A run as stored: what was decided, and what happened since (`null` until its supervisor wrote). */
export interface StoredRun {
  readonly spec: RunSpec;
  readonly record: RunRecord | null;
}

export interface CorruptRecord {
  readonly path: string;
  readonly problem: string;
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
  /** Newest first; quick also with thousands of ended runs. */
  listViews(filter?: { readonly routine?: RoutineId; readonly limit?: number }): Promise<{
    readonly views: readonly RunView[];
    readonly corrupt: readonly CorruptRecord[];
  }>;
  /** Runs that have not ended, whether or not anybody is still at work on them. */
  listUnfinished(): Promise<readonly StoredRun[]>;
}

export interface SlotStore {
  /** Writes the record exclusively; false when the slot has one already, whoever wrote it. */
  create(record: SlotRecord): Promise<boolean>;
  read(routine: RoutineId, key: SlotKey): Promise<SlotRecord | null>;
  /** Replaces the state; the caller holds the admission lock. */
  update(routine: RoutineId, key: SlotKey, state: SlotState): Promise<void>;
  /** Newest first by `scheduledFor`. */
  list(routine?: RoutineId): Promise<readonly SlotRecord[]>;
}

export interface FindingStore {
  /** An empty ledger when the routine has none yet. */
  read(routine: RoutineId): Promise<FindingLedger>;
  write(ledger: FindingLedger): Promise<void>;
  /** Of all routines. */
  listAll(): Promise<readonly Finding[]>;
}

export interface ItemStore {
  /** Takes the next free keys, exclusively, and stores them as `reserved`. */
  reserve(request: {
    readonly count: number;
    readonly routine: RoutineId;
    readonly run: RunId;
    readonly now: string;
  }): Promise<readonly ItemKey[]>;
  read(key: ItemKey): Promise<Item | null>;
  write(item: Item): Promise<void>;
  list(): Promise<readonly Item[]>;
}

export interface ProposalStore {
  /** Creates it exclusively; false when one of that id is there (the run's outbox step ran before). */
  create(proposal: Proposal): Promise<boolean>;
  read(id: string): Promise<Proposal | null>;
  write(proposal: Proposal): Promise<void>;
  /** Oldest first. */
  list(): Promise<readonly Proposal[]>;
}

export interface MemoryStore {
  /** `null` before the first good run. */
  read(routine: RoutineId, collector: string): Promise<CollectorMemory | null>;
  write(memory: CollectorMemory): Promise<void>;
}

/**
 * Does the work while nobody else changes findings, items, proposals or memories: they are read, changed and written
 * whole. Not re-entrant.
 */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;
