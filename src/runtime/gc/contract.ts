/** What a clean-up of a workspace was asked, and what it did. */
import type { TrashPace } from '../../worktrees/empty-trash.ts';
import type { ArchiveRecord, CleanUpDecision, CleanUpPlan } from '../../worktrees/remains.ts';

export interface GcRequest {
  /** Only says what would be done. */
  readonly dryRun: boolean;
  /** What was set aside because it could not be read goes too. */
  readonly setAside: boolean;
  /** How fast files go. */
  readonly pace: TrashPace;
}

export interface ArchivedWork {
  readonly record: ArchiveRecord;
  /** Lines for a shell that bring it back. */
  readonly restore: readonly string[];
}

export interface GcReport {
  readonly dryRun: boolean;
  readonly plan: CleanUpPlan;
  /** Gone, or what would go. */
  readonly removed: readonly CleanUpDecision[];
  readonly kept: readonly CleanUpDecision[];
  readonly archived: readonly ArchivedWork[];
  /** Condemned before or now, and still taking room: a later clean-up continues. */
  readonly unfinished: number;
  /** What could not be done, and what else is to be known, as sentences. */
  readonly notices: readonly string[];
}
