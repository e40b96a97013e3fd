/** What is left behind of runs and of what goes on around them, as a clean-up looks at it. Plain data. */
import type { CommitSha, RoutineId, RunId } from '../words/ids.ts';
import type { Diffstat } from '../words/run.ts';

export interface Remains {
  readonly kind: RemainsKind;
  /** An absolute path, or the full name of a ref. */
  readonly at: string;
  /** On the disk. */
  readonly bytes: number;
  readonly files: number;
  /** When it was last in use, ISO 8601. */
  readonly since: string;
  readonly owner: { readonly routine: RoutineId | null; readonly run: RunId } | null;
  readonly facts: RemainsFacts;
}

export type RemainsKind =
  /** The repository of a run: worktree, bridge, temporary folder and what belongs to them. */
  | 'worktree'
  /** What a run's record, report and logs take: the history. */
  | 'record'
  | 'preview'
  /** A worktree made ready ahead, for the next run. */
  | 'spare'
  /** Where a union of branches was being built. */
  | 'union'
  | 'cache'
  /** What an event brought along. */
  | 'payload'
  | 'definition'
  /** Work that was discarded, put away before. */
  | 'archive'
  /** Set aside because it could not be read. */
  | 'set-aside'
  | 'pin'
  /** Our folder under the user's `.git/worktrees`. */
  | 'linked-worktree'
  | 'empty-folder'
  | 'lock'
  | 'socket'
  /** A file that was being written when its process died. */
  | 'half-written'
  /** Condemned already, and not gone yet. */
  | 'trash';

export type RemainsFacts =
  | RunRepositoryFacts
  /** In use until then, for the given reason. `early`: removing it sooner costs only time. */
  | { readonly kind: 'ages'; readonly until: string; readonly why: string; readonly early: boolean }
  /** Needed; the reason. */
  | { readonly kind: 'needed'; readonly why: string }
  /** Not needed; the reason. */
  | { readonly kind: 'left'; readonly why: string }
  /** It cannot be told; the reason. */
  | { readonly kind: 'doubtful'; readonly why: string }
  /** Goes only when a person says so. */
  | { readonly kind: 'asked'; readonly why: string };

export interface RunRepositoryFacts {
  readonly kind: 'run-repository';
  /** ISO 8601; `null` while its run has not ended. */
  readonly endedAt: string | null;
  /** The process that works on it or in it; `null`: none. */
  readonly attendedBy: string | null;
  /** Why its content is unknown: its record cannot be read. */
  readonly unreadable: string | null;
  /** Work that was not handed back; the reason. */
  readonly holds: string | null;
  /** A file that was changed after the run had ended; `null` for none. */
  readonly touched: string | null;
  /** Whether the run ended well. */
  readonly good: boolean;
  /** ISO 8601; `null` when it was not said when the run ended. */
  readonly keepUntil: string | null;
  /** Its branch, while that is not merged into the branch it was made for; `null`: merged, or it made none. */
  readonly unmerged: string | null;
}

export type Verdict =
  | {
      readonly kind: 'remove';
      readonly why: string;
      /** Before its time, because of the ceiling: what is in no branch is put away first. */
      readonly early: boolean;
    }
  | { readonly kind: 'keep'; readonly why: string; readonly until: string | null };

export interface CleanUpDecision {
  readonly remains: Remains;
  readonly verdict: Verdict;
}

export interface CleanUpPlan {
  readonly decisions: readonly CleanUpDecision[];
  /** What is there now, and what of it is left when the plan was carried out. */
  readonly usedBytes: number;
  readonly leftBytes: number;
  readonly ceilingBytes: number | null;
  /** By how much that is still above the ceiling; 0 when it is not. */
  readonly overBytes: number;
}

/** Work that was discarded, and put away before. */
export interface ArchiveRecord {
  readonly version: 1;
  readonly run: RunId;
  readonly routine: RoutineId;
  /** When it was made, ISO 8601. */
  readonly at: string;
  readonly because: string;
  /** What the bundle builds upon; pinned in the user's repository as long as the archive is there. */
  readonly base: CommitSha;
  /** The refs in the bundle, `refs/heads/…`. Empty: there is none. */
  readonly tips: readonly { readonly ref: string; readonly tip: CommitSha }[];
  /** Of the first of them against the base. */
  readonly diffstat: Diffstat | null;
  /** What was discarded and is not in it, as sentences. */
  readonly missing: readonly string[];
}
