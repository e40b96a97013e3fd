/** What is left behind of runs and of what goes on around them, as a clean-up looks at it. Plain data. */
import type { RoutineId, RunId } from '../domain/ids.ts';

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
  /** In use until then, for the reason that is given. `early`: nobody loses more than time when it goes before. */
  | { readonly kind: 'ages'; readonly until: string; readonly why: string; readonly early: boolean }
  /** Somebody needs it; the reason. */
  | { readonly kind: 'needed'; readonly why: string }
  /** Nobody needs it; the reason. */
  | { readonly kind: 'left'; readonly why: string }
  /** It cannot be told; the reason. */
  | { readonly kind: 'doubtful'; readonly why: string }
  /** Goes only when a person says so. */
  | { readonly kind: 'asked'; readonly why: string };

export interface RunRepositoryFacts {
  readonly kind: 'run-repository';
  /** ISO 8601; `null` while its run has not ended. */
  readonly endedAt: string | null;
  /** Who is at work on it or in it; `null` for nobody. */
  readonly attendedBy: string | null;
  /** Why nobody can say what it holds: its record cannot be read. */
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
