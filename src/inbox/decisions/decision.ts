import { fingerprintsOf } from '../../ledger/finding-history.ts';
/** A decision of a person, with each record as it was before: what `undo` gives back. One on many things is one decision. */
import { sha256 } from '../../platform/hash.ts';
import { canonicalJson } from '../../words/canonical-json.ts';
import type { Finding, FindingVerdict } from '../../words/finding.ts';
import type { Item } from '../../words/item.ts';
import type { Note } from '../../words/note.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { InboxMark } from '../inbox-entry.ts';

export interface Decision {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  /** `accepted 3 findings`. */
  readonly said: string;
  readonly changes: readonly Change[];
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

export function hashOf(record: unknown): string {
  return sha256(canonicalJson(record));
}

/** Those that hang on one record: a finding, the requests for it, and their items. */
export function linkedChanges(changes: readonly Change[], id: string): readonly Change[] {
  const names = new Set([id]);
  for (;;) {
    const known = names.size;
    const linked = changes.filter((change) => namesOf(change).some((name) => names.has(name)));
    for (const name of linked.flatMap(namesOf)) names.add(name);
    if (names.size === known) return linked;
  }
}

function namesOf(change: Change): readonly string[] {
  const own = [idOfChange(change)];
  if (change.store === 'findings') return [...own, ...fingerprintsOf(change.before)];
  if (change.store !== 'proposals' || change.before.type !== 'file-item') return own;
  return [...own, change.before.payload.key, ...change.before.payload.findings];
}

/** As a person names it. */
export function idOfChange(change: Change): string {
  switch (change.store) {
    case 'findings':
    case 'proposals':
    case 'notes':
      return change.before.id;
    case 'items':
      return change.before.key;
    case 'marks':
      return change.entry;
  }
}
