/** A decision of a person, with each record as it was before: what `undo` gives back. One on many things is one decision. */
import type { Finding, FindingVerdict } from './finding.ts';
import type { Item } from './item.ts';
import type { Note } from './note.ts';
import type { Proposal } from './proposal.ts';

export interface Decision {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  /** `accepted 3 findings`. */
  readonly said: string;
  /** None when it was undone. */
  readonly changes: readonly Change[];
  /** All of it was taken back. `at`: ISO 8601. */
  readonly undone?: { readonly at: string; readonly by: string };
}

/** `after`: the whole record as it became, as a hash. */
export type Change =
  | {
      readonly store: 'findings';
      readonly before: Finding;
      readonly verdict: FindingVerdict | null;
      readonly after: string;
    }
  | { readonly store: 'proposals'; readonly before: Proposal; readonly after: string }
  | { readonly store: 'items'; readonly before: Item; readonly after: string }
  | { readonly store: 'notes'; readonly before: Note; readonly after: string }
  | {
      readonly store: 'marks';
      readonly before: InboxMark | null;
      readonly entry: string;
      readonly after: string;
    };

/** Set aside in the inbox: until then, or for good (`null`); it comes back when its stamp is another one. */
export interface InboxMark {
  readonly entry: string;
  readonly stamp: string;
  readonly until: string | null;
  readonly by: string;
  readonly at: string;
}
