/** What of definitions, and of the events that make them due, is asked of a store. */
import type { RoutineId } from '../words/ids.ts';
import type { Routine } from '../words/routine.ts';
import type { WorkspaceSettings } from '../words/run-spec.ts';
import type { CorruptRecord } from './ports.ts';

/** A definition that a person enabled: this content counts, whatever is at the ref. */
export interface EnabledDefinition {
  readonly routine: RoutineId;
  /** Relative to the root, `routines/todo-sweep.yaml`. */
  readonly file: string;
  /** By which the DefinitionStore has it. */
  readonly hash: string;
  /** A user's name. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What an enabled definition was read from, so that a newer Roundsman can read it again. */
export interface EnabledSource {
  readonly hash: string;
  /** Of the routine's file. */
  readonly text: string;
  /** Of roundsman.yaml beside it; `null` when there was none. */
  readonly workspace: string | null;
}

/** Of the repository: all its worktrees share what is enabled. */
export interface EnabledStore {
  read(): Promise<EnabledDefinitions>;
  /**
   * Reads, changes and writes them while no other caller does. Durable when it resolves; returns the new definitions.
   * Sources of definitions that are no longer enabled are removed.
   */
  change(
    update: (enabled: readonly EnabledDefinition[]) => readonly EnabledDefinition[],
    sources?: readonly EnabledSource[],
  ): Promise<EnabledDefinitions>;
  readSource(hash: string): Promise<EnabledSource | null>;
}

export interface EnabledDefinitions {
  /** By routine. */
  readonly enabled: readonly EnabledDefinition[];
  /** Another one whenever something changed. */
  readonly stamp: string;
  readonly corrupt: CorruptRecord | null;
}

/** Whole definitions by their hash: what a slot and its run are pinned to. */
export interface DefinitionStore {
  /** Written once; only with other settings it is written again. */
  put(definition: StoredDefinition): Promise<void>;
  read(hash: string): Promise<StoredDefinition | null>;
}

export interface StoredDefinition {
  /** sha256 of the normalized routine, 64 hex characters. */
  readonly hash: string;
  readonly routine: Routine;
  /** Relative to the root, `routines/todo-sweep.yaml`. */
  readonly file: string;
  readonly settings: WorkspaceSettings;
}

/** Payloads of events by the sha256 of their bytes; untrusted. */
export interface EventStore {
  /** Durable when it resolves; gives the hash. */
  put(payload: Uint8Array): Promise<string>;
  /** Many at once, for the price of few syncs; the hashes in order. */
  putAll(payloads: readonly Uint8Array[]): Promise<readonly string[]>;
  read(hash: string): Promise<Uint8Array | null>;
}

/** What has been deployed to each place. Written under the admission lock. */
export interface DeploymentStore {
  /** Empty for a place that nothing is known of. */
  read(place: DeploymentPlace): Promise<DeploymentMemory>;
  /** Replaces what was there. Durable when it resolves. */
  write(memory: DeploymentMemory): Promise<void>;
}

export interface DeploymentPlace {
  /** In lower case: hosts of code do not tell them apart by case either. */
  readonly environment: string;
  /** The watched ref that tells of it; `null`: it is told by hooks and by `emit`. */
  readonly ref: string | null;
}

export interface DeploymentMemory {
  readonly place: DeploymentPlace;
  /** Oldest first, the newest five hundred; the last one is what is deployed now. */
  readonly deployments: readonly RememberedDeployment[];
}

export interface RememberedDeployment {
  readonly id: string;
  readonly previous: string | null;
  readonly deployed: string;
  /** When it was told, ISO 8601. */
  readonly at: string;
}
