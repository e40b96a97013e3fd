/** What is known of an item beside its own words: what its standing is derived from. */
import type { FindingState } from '../words/finding.ts';
import type { ItemKey, RunId } from '../words/ids.ts';
import type { ItemStanding } from '../words/item.ts';
import type { SessionState } from '../words/session.ts';

export interface ItemFacts {
  readonly now: string;
  /** Nothing happened for so long: it is stale. */
  readonly staleAfterMs: number;
  readonly runs: readonly TiedRun[];
  /** Slots that wait for their turn with a run for it. */
  readonly queued: readonly { readonly routine: string; readonly at: string }[];
  readonly branches: readonly TiedBranch[];
  readonly sessions: readonly TiedSession[];
  readonly findings: readonly TiedFinding[];
  readonly children: readonly TiedItem[];
  /** What it waits for, as far as that is known. */
  readonly blockers: readonly TiedItem[];
}

export interface TiedRun {
  readonly id: RunId;
  readonly routine: string;
  /** `proposed`: it asked for the item. `plans`: it splits it up. Neither is work on it. */
  readonly role: 'works' | 'proposed' | 'plans';
  readonly state: 'queued' | 'running' | 'waiting' | 'parked' | 'ended';
  /** `succeeded`, `skipped: …`: for people; hostile text. */
  readonly outcome: string;
  readonly well: boolean;
  /** When it ended, else began. ISO 8601. */
  readonly at: string;
}

/**
 * `waiting`: it has commits that the base has not. `merged`: the base has all of them. `empty`: nothing is on it yet.
 * `gone`: it is not there any more, and the base has not what was on it.
 */
export interface TiedBranch {
  readonly name: string;
  readonly state: 'waiting' | 'merged' | 'empty' | 'gone';
  readonly run: RunId | null;
  readonly at: string;
}

export interface TiedSession {
  readonly id: string;
  readonly engine: string;
  readonly state: SessionState;
  readonly lastActivityAt: string;
}

export interface TiedFinding {
  readonly id: string;
  readonly title: string;
  readonly state: FindingState;
  readonly resolvedAt: string | null;
  /** Of a finding that a person dismissed. */
  readonly dismissedAt: string | null;
}

export interface TiedItem {
  readonly key: ItemKey;
  readonly standing: ItemStanding;
}

export interface Standing {
  readonly standing: ItemStanding;
  /** One line for people. */
  readonly because: string;
  /** Facts say that it is over, and no person has said so. */
  readonly proposesClosing: boolean;
  readonly stale: Staleness | null;
}

export interface Staleness {
  /** ISO 8601. */
  readonly since: string;
  readonly why: string;
}
