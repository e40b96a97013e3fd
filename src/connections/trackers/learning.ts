/** What is handed on while it is learned what people did. */
import type { TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import type { Item } from '../../words/item.ts';
import type { TrackerLink } from '../../words/tracker-link.ts';
import type { TrackerSurroundings } from './surroundings.ts';

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
