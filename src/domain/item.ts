/** Items: units of work that outlive sessions. Keys are never used twice. */
import type { ItemKey, RoutineId, RunId } from './ids.ts';

export interface Item {
  readonly key: ItemKey;
  readonly state: ItemState;
  readonly title: string;
  readonly body: string;
  readonly routine: RoutineId;
  readonly run: RunId;
  /** Fingerprints of the findings it stands for. */
  readonly findings: readonly string[];
  readonly createdAt: string;
}

/**
 * `reserved`: a key set aside for a run that is still going. `proposed`: in the outbox. `open`: a person (or
 * `mode: auto`) let it be filed. `declined`: it was not. `released`: the run did not use the key.
 */
export type ItemState = 'reserved' | 'proposed' | 'open' | 'declined' | 'released';
