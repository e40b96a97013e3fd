/**
 * The life of findings: known -> resolved -> regressed, and what people decided about them. Pure.
 *
 * **Invariant:** no finding ever leaves the ledger, the order of what was reported does not matter, and folding the same
 * run in again changes nothing.
 */
import {
  bySeverity,
  type Finding,
  type FindingEvent,
  type FindingLedger,
  type FindingState,
  type ReportedFinding,
  type Severity,
} from '../words/finding.ts';
import type { RunId } from '../words/ids.ts';
import type { FindingCounts } from '../words/run.ts';
import type { Hash } from './finding-fingerprint.ts';
import { matchReported, type Match } from './finding-match.ts';
import { aliasOf, fingerprintsOf, withAlias, withEvents } from './finding-verdict.ts';
import type { Wording } from './findings/likeness.ts';

/** Newest runs that a finding names; `firstSeen` tells of the others. */
const MAX_RUNS = 100;

export interface FoldRequest {
  readonly run: RunId;
  /** The same instant whenever this run is folded in again: when the run started. */
  readonly at: string;
  /** True when what was not reported is gone; false after a failed, partial or quiet run. */
  readonly complete: boolean;
  readonly hash: Hash;
  /**
   * Whether what is not reported where it was may have moved. Default: `complete`. Also true of a quiet run: a report that
   * nothing is new means that all of it was known.
   */
  readonly whole?: boolean;
  /** How its findings are worded. Default: `free`. */
  readonly wording?: Wording;
  /** What the settings leave out now: nobody looked, so it is not gone. Default: nothing. */
  readonly leftOut?: (path: string) => boolean;
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
  /** Absent in what was stored before, as the next one. Reported, and a snooze of theirs had ended. */
  readonly woke?: readonly Finding[];
  /** Known ones that this run reported under another fingerprint. */
  readonly renamed?: readonly Finding[];
  /** How many this run took for left out by the settings; absent: none. */
  readonly leftOut?: number;
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

/** Fingerprints of findings that need no more attention: resolved, or dismissed by a person. */
export function settledFingerprints(ledger: FindingLedger, instant: string): ReadonlySet<string> {
  const settled = ledger.findings.filter((finding) => {
    const state = stateAt(finding, instant);
    return state === 'resolved' || state === 'dismissed';
  });
  return new Set(settled.flatMap(fingerprintsOf));
}

function folding(
  ledger: FindingLedger,
  reported: readonly ReportedFinding[],
  request: FoldRequest,
): FindingLedger {
  const { complete, whole = complete, wording = 'free', hash } = request;
  const { matches, fresh } = matchReported(ledger, reported, { wording, whole });
  const taken = new Set(fresh.map(({ fingerprint }) => fingerprint));
  const old = ledger.findings.map((finding): Finding => {
    const match = matches.get(finding.id);
    const now = match === undefined ? absent(finding, request) : seenAgain(finding, match, request);
    return withoutAliases(now, taken);
  });
  const ids = new Set(ledger.findings.map(({ id }) => id));
  const added = fresh.map((one): Finding => {
    const id = freeFindingId(`${ledger.routine}\n${one.fingerprint}`, ids, hash);
    ids.add(id);
    return firstSeen(one, id, { ledger, request });
  });
  return { routine: ledger.routine, lastRun: request.run, findings: [...old, ...added] };
}

/** What is reported beside it is not the same, whatever was thought before. */
function withoutAliases(finding: Finding, taken: ReadonlySet<string>): Finding {
  const aliases = finding.aliases ?? [];
  const left = aliases.filter(({ fingerprint }) => !taken.has(fingerprint));
  return left.length === aliases.length ? finding : { ...finding, aliases: left };
}

function firstSeen(
  reported: ReportedFinding,
  id: string,
  { ledger, request }: { readonly ledger: FindingLedger; readonly request: FoldRequest },
): Finding {
  const { at, run } = request;
  return {
    ...reported,
    id,
    routine: ledger.routine,
    state: 'new',
    firstSeen: at,
    lastSeen: at,
    resolvedAt: null,
    runs: [run],
    verdict: null,
    history: [{ kind: 'found', at, run }],
  };
}

function seenAgain(finding: Finding, match: Match, request: FoldRequest): Finding {
  const { reported } = match;
  const renamed = reported.fingerprint !== finding.fingerprint;
  const aliases = renamed
    ? withAlias(finding, aliasOf(finding)).filter(
        ({ fingerprint }) => fingerprint !== reported.fingerprint,
      )
    : finding.aliases;
  const seen: Finding = {
    ...finding,
    ...reported,
    severity: severityWhenSeen(finding, reported.severity),
    item: reported.item ?? finding.item,
    state: stateWhenSeen(finding, request.at),
    lastSeen: request.at,
    resolvedAt: null,
    runs: [...finding.runs.filter((run) => run !== request.run), request.run].slice(-MAX_RUNS),
    ...(aliases === undefined ? {} : { aliases }),
  };
  return withEvents(seen, eventsWhenSeen(finding, match, request));
}

function eventsWhenSeen(
  finding: Finding,
  match: Match,
  { at, run }: FoldRequest,
): readonly FindingEvent[] {
  const until = finding.verdict?.until ?? null;
  const woke = finding.state === 'snoozed' && stateAt(finding, at) === 'known';
  const from = aliasOf(finding);
  const path = match.reported.location?.path;
  const kind = path !== undefined && path !== finding.location?.path ? 'moved' : 'reworded';
  return [
    // A wording that was known already is not an event.
    ...(match.likeness === null
      ? []
      : [{ kind, at, run, from, likeness: match.likeness } as const]),
    ...(finding.state === 'resolved' && !isLeftOut(finding)
      ? [{ kind: 'regressed', at, run, resolvedAt: finding.resolvedAt } as const]
      : []),
    ...(woke && until !== null ? [{ kind: 'woke', at, run, until } as const] : []),
  ];
}

/** What nobody decided on waits as it was when it mattered most: it never sinks by itself. */
function severityWhenSeen({ severity, verdict, state }: Finding, reported: Severity): Severity {
  if (verdict !== null || state === 'resolved') return reported;
  return bySeverity(severity, reported) < 0 ? severity : reported;
}

/** It was not gone when it was seen last: the settings left it out. */
export function isLeftOut({ state, history = [] }: Finding): boolean {
  const last = history.findLast(({ kind }) => kind === 'resolved');
  return state === 'resolved' && last?.kind === 'resolved' && last.why === 'left-out';
}

function stateWhenSeen(finding: Finding, at: string): FindingState {
  switch (stateAt(finding, at)) {
    case 'resolved':
      return isLeftOut(finding) ? 'known' : 'regressed';
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
  const { at, run, complete, whole = complete, leftOut = () => false } = request;
  const state = stateAt(finding, at);
  if (state === 'resolved' || state === 'dismissed' || state === 'snoozed') return finding;
  if (finding.location !== null && leftOut(finding.location.path)) {
    // What somebody decided on is as it was.
    if (!whole || finding.verdict !== null) return finding;
    return withEvents({ ...finding, state: 'resolved', resolvedAt: at }, [
      { kind: 'resolved', at, run, why: 'left-out' },
    ]);
  }
  // A snooze that is over is left to say so for when it is seen again.
  if (!complete) return finding;
  return withEvents({ ...finding, state: 'resolved', resolvedAt: at }, [
    { kind: 'resolved', at, run },
  ]);
}

/** Ten hex characters of the hash; of a further one when an earlier finding has moved away under that id. */
export function freeFindingId(key: string, taken: ReadonlySet<string>, hash: Hash): string {
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
  const withEvent = (...kinds: readonly FindingEvent['kind'][]): readonly Finding[] =>
    seen.filter(({ history = [] }) =>
      history.some((event) => kinds.includes(event.kind) && 'run' in event && event.run === run),
    );
  const gone = ledger.findings.filter(
    ({ state, resolvedAt }) => state === 'resolved' && resolvedAt === at,
  );
  const resolved = gone.filter((finding) => !isLeftOut(finding));
  const leftOut = gone.length - resolved.length;
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
    woke: withEvent('woke'),
    renamed: withEvent('moved', 'reworded'),
    ...(leftOut === 0 ? {} : { leftOut }),
  };
}
