/** What a workspace with several machines keeps beside its records: where runs are, and which of their branches travel. */
import type { BranchName, CommitSha, RunId } from '../words/ids.ts';

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
