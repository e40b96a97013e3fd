import type { TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Exclusively, FindingStore, ItemStore, RunStore } from '../../store/ports.ts';
import type { Item, TrackerLink } from '../../words/item.ts';
import type { OpenTracker } from './open-tracker.ts';

/** What work with trackers is done with. */
export interface TrackerSurroundings {
  readonly open: OpenTracker;
  readonly items: ItemStore;
  readonly findings: FindingStore;
  readonly runs: Pick<RunStore, 'read'>;
  /** The ledger lock: short. */
  readonly exclusively: Exclusively;
  /** One who asks trackers at a time, across processes: looking and then making is not a step of its own. */
  readonly alone: Exclusively;
  /** What tells workspaces apart: the path of the repository. */
  readonly workspace: string;
  readonly clock: Clock;
}

// What is handed on while it is learned what people did.
export interface Learned {
  /** What changed here by it, one sentence each. Hostile words in them are one line. */
  readonly told: readonly string[];
  /** What could not be looked at. */
  readonly problems: readonly string[];
}

export type TrackedItem = Item & { readonly tracker: TrackerLink };

export interface Learning {
  readonly around: TrackerSurroundings;
  readonly tracker: Tracker;
  readonly item: TrackedItem;
  readonly issue: TrackedIssue;
}

export function seenNow({ state, updatedAt }: TrackedIssue): TrackerLink['seen'] {
  return { state: state === 'open' ? 'open' : 'closed', updatedAt };
}
