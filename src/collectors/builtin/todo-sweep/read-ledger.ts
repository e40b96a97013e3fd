/** What the ledger knows of tonight's notes, and which of its findings are no more. Pure. */
import type { PriorFinding } from '../../../context/brief.ts';
import type { Reach } from '../../../ledger/findings/likeness.ts';
import { pairFindings, type Pairable } from '../../../ledger/findings/pair-findings.ts';
import type { TodoFact, TodosFacts } from '../../../words/facts.ts';
import { noteTitle } from './describe-note.ts';

/** `back`: it was gone at the last report. `moved`: known, in another file than before. */
export type LedgerNews = 'new' | 'back' | 'moved' | 'known';

export interface LedgerView {
  /** By fingerprint of a note of tonight; what moved or was reworded is found under its new one. */
  readonly prior: ReadonlyMap<string, PriorFinding>;
  readonly gone: readonly PriorFinding[];
  /** Known, and young again because the line was changed. */
  readonly renewed: readonly TodoFact[];
}

/** @param isNarrowed a person had it look at some of the notes alone */
export function readLedger(
  findings: readonly PriorFinding[],
  facts: TodosFacts,
  isNarrowed = false,
): LedgerView {
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
  const whole = facts.truncated === 0 && !isNarrowed;
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
    renewed: (isNarrowed ? [] : facts.younger).filter(({ fingerprint }) => {
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

/**
 * Notes that are in another place or worded otherwise now: that must not look like one note gone and another come.
 * What the ledger knows of a note under another fingerprint, by the note's fingerprint. By the rules of the ledger itself,
 * so that the report says what the ledger will. No one is paired twice.
 */
function pairMoved(
  missed: readonly PriorFinding[],
  fresh: readonly TodoFact[],
  reach: Reach,
): ReadonlyMap<string, PriorFinding> {
  const known = missed.map((prior) => ({
    prior,
    fingerprint: prior.fingerprint,
    title: prior.title,
    body: '',
    location:
      prior.location === null ? null : { ...prior.location, symbol: prior.location.symbol ?? null },
    wordings: [],
    apart: [],
  }));
  const pairs = pairFindings({ known, fresh: fresh.map(pairable), wording: 'fixed', reach });
  return new Map(pairs.map((pair) => [pair.fresh.fingerprint, pair.known.prior]));
}

function pairable(todo: TodoFact): Pairable {
  const { path, line, symbol, fingerprint } = todo;
  return { fingerprint, title: noteTitle(todo), body: '', location: { path, line, symbol } };
}
