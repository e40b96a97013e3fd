/** What the changes of a decision are about. */
import { fingerprintsOf } from '../../ledger/finding-verdict.ts';
import { sha256 } from '../../platform/hash.ts';
import { canonicalJson } from '../../words/canonical-json.ts';
import type { Change } from '../../words/decision.ts';

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
