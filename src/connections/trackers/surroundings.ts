import type { Clock } from '../../platform/clock.ts';
import type { Exclusively, FindingStore, ItemStore, RunStore } from '../../store/ports.ts';
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
