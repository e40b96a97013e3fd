/** What the faces (cli, and later web and mcp) hold on to. */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { Stores } from '../store/stores.ts';
import type { RunId } from '../words/ids.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import type { Routine } from '../words/routine.ts';
import type { RunEvent } from '../words/run-event.ts';
import type {
  Definition,
  RunItem,
  WorkspaceLocation,
  WorkspaceSettings,
} from '../words/run-spec.ts';
import type { RunView } from '../words/run.ts';
import type { Handover } from '../words/session.ts';
import type { SlotInputs } from '../words/slot.ts';
import type { RunPrograms } from './run-programs.ts';

/** An opened workspace: where it is, and its stores. Cheap to make; opens no file before it is used. */
export interface Workspace extends Stores {
  readonly location: WorkspaceLocation;
  readonly env: Environment;
  /** On whose behalf something is done here: recorded with what is decided. Handed in by command line, page and tools. */
  readonly actor: string;
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** For what this process writes: it knows the secrets of `env`, and credentials once they are read. */
  readonly redactor: Redactor;
  /** What is started for each run. */
  readonly programs: RunPrograms;
}

export interface StartRunRequest {
  readonly workspace: Workspace;
  readonly routine: Routine;
  readonly definition: Definition;
  readonly settings: WorkspaceSettings;
  /** From `readInputs`; absent where no inputs could be given. */
  readonly inputs?: SlotInputs;
  /** From `takeOver`: the session that it continues with. */
  readonly handover?: Handover | null;
  /** What it is for, and the files that this is expected to change; absent: nothing in particular. */
  readonly item?: RunItem | null;
  readonly touches?: readonly string[];
  /** Started before the routine was even read, to save its start-up time; one is started when it is missing. */
  readonly supervisor?: WarmSupervisor;
}

/** A supervisor that waits to be told its run; without one it goes away by itself. */
export interface WarmSupervisor {
  assign(runFolder: string): void;
  dismiss(): void;
}

/** The same, for a process that keeps one ready. */
export interface WatchedSupervisor extends WarmSupervisor {
  /** When its process is gone. Never rejects. */
  readonly ended: Promise<unknown>;
}

/** A run that has been admitted and has a supervisor of its own; it continues without us. */
export interface RunHandle {
  readonly id: RunId;
  /** From the beginning, as they come; ends after `ended`, when the supervisor died, or at the signal. */
  events(signal?: AbortSignal): AsyncIterable<RunEvent>;
  /** Asks the supervisor to stop the run; returns at once. */
  cancel(reason: string): Promise<void>;
  /** Waits for the end. */
  ended(): Promise<RunView>;
}
