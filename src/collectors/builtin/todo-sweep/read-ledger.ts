/** What the ledger knows of tonight's notes, and which of its findings are no more. Pure. */
import type { PriorFinding } from '../../../context/brief.ts';
import type { TodoFact, TodosFacts } from '../../../words/facts.ts';
import { pairMoved } from './pair-moved.ts';

/** `back`: it was gone at the last report. `moved`: known, in another file than before. */
export type LedgerNews = 'new' | 'back' | 'moved' | 'known';

export interface LedgerView {
  /** By fingerprint of a note of tonight; what moved or was reworded is found under its new one. */
  readonly prior: ReadonlyMap<string, PriorFinding>;
  readonly gone: readonly PriorFinding[];
  /** Known, and young again because the line was changed. */
  readonly renewed: readonly TodoFact[];
}

export function readLedger(findings: readonly PriorFinding[], facts: TodosFacts): LedgerView {
  const prior = new Map(
    findings.flatMap((finding) =>
      [...(finding.aliases ?? []), finding.fingerprint].map((name) => [name, finding] as const),
    ),
  );
  const seen = new Set(
    [...facts.items, ...facts.younger].flatMap((todo) => prior.get(todo.fingerprint) ?? []),
  );
  const missed = findings.filter((finding) => !seen.has(finding));
  const fresh = (notes: readonly TodoFact[]): readonly TodoFact[] =>
    notes.filter(({ fingerprint }) => !prior.has(fingerprint));
  // Facts that were cut off for size may hold what seems to be missed.
  const whole = facts.truncated === 0;
  const standing = missed.filter(({ state }) => state !== 'resolved');
  const moved = pairMoved(standing, fresh(facts.items), whole ? 'anywhere' : 'place');
  const found = new Set(moved.values());
  const gone = missed.filter((finding) => !found.has(finding));
  const back = pairMoved(
    gone.filter(({ state }) => state === 'resolved'),
    fresh(facts.items).filter(({ fingerprint }) => !moved.has(fingerprint)),
    'file',
  );
  const stillHere = gone.filter(isCounted);
  const young = pairMoved(stillHere, fresh(facts.younger), 'place');
  const renewed = new Set(young.values());
  return {
    prior: new Map([...prior, ...moved, ...back]),
    gone: whole ? stillHere.filter((finding) => !renewed.has(finding)) : [],
    renewed: facts.younger.filter(({ fingerprint }) => {
      const known = prior.get(fingerprint);
      return young.has(fingerprint) || (known !== undefined && isCounted(known));
    }),
  };
}

export function newsOf(todo: TodoFact, { prior }: LedgerView): LedgerNews {
  const known = prior.get(todo.fingerprint);
  if (known === undefined) return 'new';
  if (known.state === 'resolved') return 'back';
  return known.location === null || known.location.path === todo.path ? 'known' : 'moved';
}

/** What a person set aside is no news, come or gone. */
function isCounted({ state }: PriorFinding): boolean {
  return state === 'new' || state === 'known' || state === 'regressed';
}
