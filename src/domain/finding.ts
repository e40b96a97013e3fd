/** A finding: one thing that runs report, known again across runs by its fingerprint. */
import type { ItemKey, RoutineId, RunId } from './ids.ts';

export type FindingState = 'new' | 'known' | 'resolved' | 'regressed' | 'dismissed' | 'snoozed';

export interface FindingLocation {
  readonly path: string;
  readonly line: number;
  readonly symbol: string | null;
}

/** What one run reported, after validation: the input of the ledger. */
export interface ReportedFinding {
  readonly fingerprint: string;
  readonly title: string;
  readonly body: string;
  readonly severity: 'info' | 'low' | 'medium' | 'high';
  readonly location: FindingLocation | null;
  /** The item that carries it, when the run proposed one. */
  readonly item: ItemKey | null;
}

/** One entry of a routine's ledger. */
export interface Finding extends ReportedFinding {
  /** `F-` and ten hex characters of a hash of routine and first fingerprint; stays when the finding moves. What people type. */
  readonly id: string;
  readonly routine: RoutineId;
  readonly state: FindingState;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly resolvedAt: string | null;
  readonly runs: readonly RunId[];
  readonly verdict: FindingVerdict | null;
}

export interface FindingVerdict {
  readonly kind: 'accepted' | 'dismissed' | 'snoozed';
  readonly reason: string;
  readonly by: string;
  readonly at: string;
  /** For `snoozed`: ISO instant after which it counts again. */
  readonly until: string | null;
}

/** One routine's findings; `lastRun` makes recording the same run twice a no-op. */
export interface FindingLedger {
  readonly routine: RoutineId;
  readonly lastRun: RunId | null;
  readonly findings: readonly Finding[];
}
