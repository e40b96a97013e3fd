/**
 * The life of findings: known -> resolved -> regressed, and what people decided about them. Pure.
 *
 * **Invariant:** no finding ever leaves the ledger, and folding the same run in again changes nothing.
 */
import { normalizedTitle, type Hash } from './finding-fingerprint.ts';
import { pairMoved } from './finding-moves.ts';
import type { Finding, FindingLedger, FindingState, ReportedFinding } from './finding.ts';
import type { RunId } from './ids.ts';
import type { FindingCounts } from './run.ts';

/** Newest runs that a finding names; `firstSeen` tells of the others. */
const MAX_RUNS = 100;

export interface FoldRequest {
  readonly run: RunId;
  /** The same instant whenever this run is folded in again: when the run started. */
  readonly at: string;
  /** True when what was not reported is gone; false after a failed, partial or quiet run. */
  readonly complete: boolean;
  readonly hash: Hash;
}

export interface FoldResult {
  readonly ledger: FindingLedger;
  /** Of what counts; what people set aside is in `setAside`. */
  readonly counts: FindingCounts;
  readonly new: readonly Finding[];
  readonly resolved: readonly Finding[];
  readonly regressed: readonly Finding[];
  /** Reported, but dismissed or snoozed. */
  readonly setAside: readonly Finding[];
}

export function foldFindings(
  ledger: FindingLedger,
  reported: readonly ReportedFinding[],
  request: FoldRequest,
): FoldResult {
  const folded = ledger.lastRun === request.run ? ledger : folding(ledger, reported, request);
  return tell(folded, request);
}

/** The state that counts at an instant: a snooze that ran out is over, also before the next run. */
export function stateAt(finding: Finding, instant: string): FindingState {
  if (finding.state !== 'snoozed') return finding.state;
  const until = finding.verdict?.until ?? null;
  return until !== null && Date.parse(until) <= Date.parse(instant) ? 'known' : 'snoozed';
}

/** Fingerprints of what needs nobody any more: resolved, or dismissed by a person. */
export function settledFingerprints(ledger: FindingLedger, instant: string): ReadonlySet<string> {
  const settled = ledger.findings.filter((finding) => {
    const state = stateAt(finding, instant);
    return state === 'resolved' || state === 'dismissed';
  });
  return new Set(settled.map(({ fingerprint }) => fingerprint));
}

function folding(
  ledger: FindingLedger,
  reported: readonly ReportedFinding[],
  request: FoldRequest,
): FindingLedger {
  const byFingerprint = new Map(reported.map((one) => [one.fingerprint, one]));
  const known = new Set(ledger.findings.map(({ fingerprint }) => fingerprint));
  const fresh = [...byFingerprint.values()].filter(({ fingerprint }) => !known.has(fingerprint));
  const missed = ledger.findings.filter(
    ({ fingerprint, state }) => !byFingerprint.has(fingerprint) && state !== 'resolved',
  );
  // Only a complete run tells that something is gone from where it was, so only then can it have moved.
  const moved = pairMoved(request.complete ? missed : [], fresh, normalizedTitle);
  const old = ledger.findings.map((finding): Finding => {
    const now = byFingerprint.get(finding.fingerprint) ?? moved.get(finding.id);
    return now === undefined ? absent(finding, request) : seenAgain(finding, now, request);
  });
  const movedTo = new Set([...moved.values()].map(({ fingerprint }) => fingerprint));
  const ids = new Set(ledger.findings.map(({ id }) => id));
  const added = fresh
    .filter(({ fingerprint }) => !movedTo.has(fingerprint))
    .map((one): Finding => {
      const id = freeId(`${ledger.routine}\n${one.fingerprint}`, ids, request.hash);
      ids.add(id);
      return firstSeen(one, id, { ledger, request });
    });
  return { routine: ledger.routine, lastRun: request.run, findings: [...old, ...added] };
}

function firstSeen(
  reported: ReportedFinding,
  id: string,
  { ledger, request }: { readonly ledger: FindingLedger; readonly request: FoldRequest },
): Finding {
  return {
    ...reported,
    id,
    routine: ledger.routine,
    state: 'new',
    firstSeen: request.at,
    lastSeen: request.at,
    resolvedAt: null,
    runs: [request.run],
    verdict: null,
  };
}

function seenAgain(finding: Finding, now: ReportedFinding, request: FoldRequest): Finding {
  return {
    ...finding,
    ...now,
    item: now.item ?? finding.item,
    state: stateWhenSeen(finding, request.at),
    lastSeen: request.at,
    resolvedAt: null,
    runs: [...finding.runs.filter((run) => run !== request.run), request.run].slice(-MAX_RUNS),
  };
}

function stateWhenSeen(finding: Finding, at: string): FindingState {
  switch (stateAt(finding, at)) {
    case 'resolved':
      return 'regressed';
    case 'dismissed':
      return 'dismissed';
    case 'snoozed':
      return 'snoozed';
    case 'new':
    case 'known':
    case 'regressed':
      return 'known';
  }
}

/** What a person set aside stays set aside, so that it is not news when it comes back. */
function absent(finding: Finding, request: FoldRequest): Finding {
  const state = stateAt(finding, request.at);
  if (state === 'resolved' || state === 'dismissed' || state === 'snoozed') return finding;
  if (!request.complete) return { ...finding, state };
  return { ...finding, state: 'resolved', resolvedAt: request.at };
}

/** Ten hex characters of the hash; of a further one when an earlier finding has moved away under that id. */
function freeId(key: string, taken: ReadonlySet<string>, hash: Hash): string {
  for (let turn = 1; ; turn += 1) {
    const id = `F-${hash(turn === 1 ? key : `${key}\n${turn}`).slice(0, 10)}`;
    if (!taken.has(id)) return id;
  }
}

/** What the run did, read from the ledger alone: the same after the first fold and after a repeated one. */
function tell(ledger: FindingLedger, { run, at }: FoldRequest): FoldResult {
  const seen = ledger.findings.filter(({ runs }) => runs.at(-1) === run);
  const inState = (state: FindingState): readonly Finding[] =>
    seen.filter((finding) => finding.state === state);
  const resolved = ledger.findings.filter(
    ({ state, resolvedAt }) => state === 'resolved' && resolvedAt === at,
  );
  const [fresh, regressed] = [inState('new'), inState('regressed')];
  return {
    ledger,
    counts: {
      new: fresh.length,
      known: inState('known').length,
      resolved: resolved.length,
      regressed: regressed.length,
    },
    new: fresh,
    resolved,
    regressed,
    setAside: [...inState('dismissed'), ...inState('snoozed')],
  };
}
