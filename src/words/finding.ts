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
  readonly severity: Severity;
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
  /** The last word of a person; `null`: none, or taken back. A snooze that is over leaves its verdict here. */
  readonly verdict: FindingVerdict | null;
  /** Under what it was reported before, oldest first, the newest 50. Absent in ledgers of before: none. */
  readonly aliases?: readonly FindingAlias[];
  /** Fingerprints of what a person said is another finding: never taken for this one again. */
  readonly apart?: readonly string[];
  /** Its life, oldest first, the newest 100. Absent in ledgers of before. */
  readonly history?: readonly FindingEvent[];
}

/** One earlier wording or place of a finding. */
export interface FindingAlias {
  readonly fingerprint: string;
  readonly title: string;
  readonly location: FindingLocation | null;
  /** The last run that reported it so, and when; `null`: not known. */
  readonly lastRun: RunId | null;
  readonly lastSeen: string | null;
}

/** What happened to a finding; `at` as everywhere, ISO 8601. */
export type FindingEvent =
  | { readonly kind: 'found'; readonly at: string; readonly run: RunId }
  /** Another fingerprint was taken for the same finding. `likeness`: 0 to 1, how sure that was. */
  | {
      readonly kind: 'moved' | 'reworded';
      readonly at: string;
      readonly run: RunId;
      readonly from: FindingAlias;
      readonly likeness: number;
    }
  /** `why`: it is not gone; the routine does not look there any more. */
  | {
      readonly kind: 'resolved';
      readonly at: string;
      readonly run: RunId;
      readonly why?: 'left-out';
    }
  /** `resolvedAt`: since when it had been gone. */
  | {
      readonly kind: 'regressed';
      readonly at: string;
      readonly run: RunId;
      readonly resolvedAt: string | null;
    }
  /** Its snooze was over when that run reported it. */
  | { readonly kind: 'woke'; readonly at: string; readonly run: RunId; readonly until: string }
  | { readonly kind: 'decided'; readonly at: string; readonly verdict: FindingVerdict }
  /** A person took the verdict back. */
  | {
      readonly kind: 'reopened';
      readonly at: string;
      readonly by: string;
      readonly reason: string;
      readonly was: FindingVerdict | null;
    }
  /** A person said that two were taken for one; `other`: the id of the one that was made of it. */
  | { readonly kind: 'split'; readonly at: string; readonly by: string; readonly other: string }
  /** An item that carries it was closed outside. */
  | {
      readonly kind: 'closed-outside';
      readonly at: string;
      readonly by: string;
      readonly item: string;
      readonly reason: string;
    };

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

// How much a finding matters. Pure.

/** The least first. */
export const SEVERITIES = ['info', 'low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The severest first. */
export function bySeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(b) - SEVERITIES.indexOf(a);
}
