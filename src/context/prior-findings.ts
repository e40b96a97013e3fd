/** A routine's findings as an agent is given them: what stands, what people said, what was resolved lately. */
import { goneBefore } from '../ledger/finding-history.ts';
import { stateAt } from '../ledger/finding-life.ts';
import type { Finding, FindingLedger, FindingState } from '../words/finding.ts';
import type { Item } from '../words/item.ts';
import type { PriorFinding } from './brief.ts';

/** Resolved ones are there to be known again when they come back; the newest of them are enough for that. */
const MAX_RESOLVED = 500;

export function priorFindings(request: {
  readonly ledger: FindingLedger;
  readonly items: readonly Item[];
  /** ISO 8601; a snooze that is over by then is over. */
  readonly now: string;
}): readonly PriorFinding[] {
  const { ledger, items, now } = request;
  // A key that was declined, or never used, carries nothing.
  const carrying = new Set(
    items
      .filter(({ state }) => state === 'proposed' || state === 'open')
      .map(({ key }) => String(key)),
  );
  const standing = ledger.findings.filter(({ state }) => state !== 'resolved');
  const resolved = ledger.findings
    .filter(({ state }) => state === 'resolved')
    .toSorted((a, b) => ((a.resolvedAt ?? '') < (b.resolvedAt ?? '') ? 1 : -1))
    .slice(0, MAX_RESOLVED);
  return [...standing, ...resolved].map((finding) => ({
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...aliasesOf(finding),
    title: finding.title,
    state: stateAt(finding, now),
    firstSeen: finding.firstSeen,
    lastSeen: finding.lastSeen,
    resolvedAt: finding.resolvedAt ?? goneBefore(finding),
    location: placeOf(finding),
    item: finding.item !== null && carrying.has(finding.item) ? finding.item : null,
    verdict: verdictOf(finding),
  }));
}

const WORTH: readonly FindingState[] = [
  'regressed',
  'new',
  'known',
  'snoozed',
  'dismissed',
  'resolved',
];

/**
 * Those of some states, most valuable first: what stands before what is quiet, the newest before the oldest.
 * @param uncut all of them, as the ledger has them
 */
export function chooseFindings(
  findings: readonly PriorFinding[],
  states: readonly FindingState[],
  uncut: boolean,
): readonly PriorFinding[] {
  if (uncut) return findings;
  return findings
    .filter(({ state }) => states.includes(state))
    .toSorted(
      (a, b) =>
        WORTH.indexOf(a.state) - WORTH.indexOf(b.state) ||
        compare(b.lastSeen, a.lastSeen) ||
        compare(a.fingerprint, b.fingerprint),
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function placeOf({ location }: Finding): PriorFinding['location'] {
  if (location === null) return null;
  const { path, line, symbol } = location;
  // Agents write it back as it stands here, and a line of theirs has no empty symbol.
  return symbol === null ? { path, line } : { path, line, symbol };
}

/** Of its former fingerprints the newest: more of them no branch and no item names. */
const MAX_ALIASES = 10;

function aliasesOf({ aliases = [] }: Finding): Pick<PriorFinding, 'aliases'> {
  const newest = aliases.slice(-MAX_ALIASES).map(({ fingerprint }) => fingerprint);
  return newest.length === 0 ? {} : { aliases: newest };
}

function verdictOf({ verdict }: Finding): PriorFinding['verdict'] {
  if (verdict === null) return null;
  const { kind, reason, by, at, until } = verdict;
  return { kind, reason, by, at, until };
}
