/** What sources of events are given. Types only. */
import type { GitContext } from '../../git/run-git.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RunStore } from '../../store/ports.ts';
import type { EventIntake } from '../contract.ts';

export interface WatchParts {
  /** The checkout; its root. */
  readonly git: GitContext;
  /** Of ours, outside the repository: what was last seen. It is made when it is not there. */
  readonly memoryFolder: string;
  readonly intake: EventIntake;
  readonly runs: Pick<RunStore, 'read' | 'listViews'>;
  readonly clock: Clock;
  /** What goes wrong while watching; it is tried again. One line, may hold untrusted text. */
  readonly warn: (message: string) => void;
}
