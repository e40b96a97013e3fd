/** What the ledger knows of tonight's notes, and which of its findings are no more. Pure. */
import type { PriorFinding } from '../../../domain/brief.ts';
import type { TodoFact, TodosFacts } from '../../../domain/facts.ts';
import { pairMoved } from './pair-moved.ts';

/** `back`: it was gone at the last report. `moved`: known, in another file than before. */
export type LedgerNews = 'new' | 'back' | 'moved' | 'known';

export interface LedgerView {
  /** By fingerprint of a note of tonight; a moved note is found under its new one. */
  readonly prior: ReadonlyMap<string, PriorFinding>;
  readonly gone: readonly PriorFinding[];
  /** Known, and young again because the line was changed. */
  readonly renewed: readonly TodoFact[];
}

export function readLedger(findings: readonly PriorFinding[], facts: TodosFacts): LedgerView {
  const prior = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  const past = new Set(facts.items.map(({ fingerprint }) => fingerprint));
  const young = new Map(facts.younger.map((todo) => [todo.fingerprint, todo]));
  const missed = findings.filter(
    ({ state, fingerprint }) =>
      state !== 'resolved' && !past.has(fingerprint) && !young.has(fingerprint),
  );
  const fresh = facts.items.filter(({ fingerprint }) => !prior.has(fingerprint));
  // Facts that were cut off for size may hold what seems to be missed.
  const whole = facts.truncated === 0;
  const moved = whole ? pairMoved(missed, fresh) : new Map<string, PriorFinding>();
  const found = new Set(moved.values());
  return {
    prior: new Map([...prior, ...moved]),
    gone: missed.filter((finding) => whole && isCounted(finding) && !found.has(finding)),
    renewed: findings.flatMap((finding) =>
      isCounted(finding) ? (young.get(finding.fingerprint) ?? []) : [],
    ),
  };
}

export function newsOf(todo: TodoFact, { prior }: LedgerView): LedgerNews {
  const known = prior.get(todo.fingerprint);
  if (known === undefined) return 'new';
  if (known.fingerprint !== todo.fingerprint) return 'moved';
  return known.state === 'resolved' ? 'back' : 'known';
}

/** What a person set aside is no news, come or gone. */
function isCounted({ state }: PriorFinding): boolean {
  return state === 'new' || state === 'known' || state === 'regressed';
}
