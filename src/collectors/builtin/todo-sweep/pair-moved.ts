/** Notes that are in another place or worded otherwise now: that must not look like one note gone and another come. */
import type { PriorFinding } from '../../../context/brief.ts';
import type { Reach } from '../../../ledger/findings/likeness.ts';
import { pairFindings, type Pairable } from '../../../ledger/findings/pair-findings.ts';
import type { TodoFact } from '../../../words/facts.ts';
import { noteTitle } from './describe-note.ts';

/**
 * What the ledger knows of a note under another fingerprint, by the note's fingerprint. By the rules of the ledger itself,
 * so that the report says what the ledger will. No one is paired twice.
 */
export function pairMoved(
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
