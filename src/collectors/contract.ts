/**
 * The contract of a collector: deterministic facts, made by the runner before the agent starts, from the
 * base commit and nothing else (`command` excepted, which runs in the checked-out worktree).
 */
import type { Connection } from '../words/connection.ts';
import type { CollectorMemory, Facts } from '../words/facts.ts';
import type { CommitSha, RunId } from '../words/ids.ts';
import type { Collector as CollectorRule } from '../words/routine.ts';
import type { Window } from '../words/run-spec.ts';
import type { DeploymentPair } from '../words/slot.ts';
import type { SourceSurroundings, TicketsRole } from './tickets/sources/contract.ts';

export interface CollectRequest<Rule extends CollectorRule = CollectorRule> {
  readonly rule: Rule;
  /** The user's checkout, for what is kept beside the repository; `null` in a bare one. Nothing in it is changed. */
  readonly root: string | null;
  /** The user's home, for paths that begin with `~/`; `null` when there is none. */
  readonly home: string | null;
  /** What this collector kept after the last good run of the routine; `null` before the first. */
  readonly memory: CollectorMemory | null;
  /** IANA zone of the workspace, for dates. */
  readonly timezone: string;
  /** A repository to read objects from; nothing in it is changed. */
  readonly repository: string;
  readonly base: CommitSha;
  readonly window: Window;
  /** What the run's event told of a deployment: names from outside, to be resolved; `null` without one. */
  readonly deployment: DeploymentPair | null;
  /** The instant ages are counted to. */
  readonly now: Date;
  readonly gitEnv: Readonly<Record<string, string>>;
  /** A folder to keep caches in across runs; may be deleted at any time. */
  readonly cacheFolder: string;
  /** For what is read over connections. */
  readonly outside: Outside;
  /** For `command` only: the checked-out worktree, its environment, and where its stderr goes. */
  readonly command: {
    /** Checks the base out on first use and gives the folder. */
    worktree(): Promise<string>;
    readonly env: Readonly<Record<string, string>>;
    /**
     * Gives `work` what is to be started instead, when the run is enclosed, with its way to the network open meanwhile.
     * Call it once the worktree is there.
     */
    enclosed<Result>(
      command: PlainCommand,
      work: (enclosed: PlainCommand) => Promise<Result>,
    ): Promise<Result>;
  };
  /** Says what is being done, for the progress line. */
  progress(text: string): void;
  readonly signal?: AbortSignal;
}

export interface Outside extends SourceSurroundings {
  /** Those of roundsman.yaml. */
  readonly connections: readonly Connection[];
  /** Throws an AppError when that connection has no tickets. */
  readonly ticketsOf: (connection: Connection) => TicketsRole;
}

export interface PlainCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Files that it has open to read, as its descriptors 3 and up. */
  readonly handedFiles?: readonly string[];
}

/** What `remember` of a collector is given after a run that went well. */
export interface RememberRequest<Kind extends Facts = Facts> {
  readonly facts: Kind;
  readonly window: Window;
  readonly run: RunId;
  /** As it is now, which another run may have written since these facts were collected. */
  readonly current: CollectorMemory | null;
}
