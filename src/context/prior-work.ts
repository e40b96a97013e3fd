/** A routine's findings as an agent is given them: what stands, what people said, what was resolved lately. */
import { stateAt } from '../ledger/finding-life.ts';
import { goneBefore } from '../ledger/finding-verdict.ts';
import { parseFrontMatter } from '../reports/front-matter.ts';
import type { RunStore } from '../store/ports.ts';
import type { Finding, FindingLedger, FindingState } from '../words/finding.ts';
import type { RoutineId } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import type { RunView } from '../words/run.ts';
import { replayedRun } from '../words/slot.ts';
import type { PriorFinding, PriorReport } from './brief.ts';

/** Resolved ones are there to be known again when they come back; the newest of them are enough for that. */
const MAX_RESOLVED = 500;

export function priorFindings(request: {
  readonly ledger: FindingLedger;
  readonly items: readonly Item[];
  /** ISO 8601; a snooze that is over by then is over. */
  readonly now: string;
  /** What its settings leave out now is nothing that a run could find gone. Default: nothing. */
  readonly leftOut?: ((path: string) => boolean) | undefined;
}): readonly PriorFinding[] {
  const { ledger, items, now, leftOut = () => false } = request;
  const seen = ledger.findings.filter(
    ({ location }) => location === null || !leftOut(location.path),
  );
  // A key that was declined, or never used, carries nothing.
  const carrying = new Set(
    items
      .filter(({ state }) => state === 'proposed' || state === 'open')
      .map(({ key }) => String(key)),
  );
  const standing = seen.filter(({ state }) => state !== 'resolved');
  const resolved = seen
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

// The newest valid reports of a routine, as an agent is given them.
export interface PriorReportFile {
  readonly entry: PriorReport;
  readonly content: string;
}

/** Newest first. Reports of runs that failed say nothing about the code and are passed over; replays, nothing about today's. */
export async function priorReports(request: {
  /** Newest first; those of other routines, and parts of other runs, are passed over. */
  readonly views: readonly RunView[];
  readonly runs: Pick<RunStore, 'readFile'>;
  readonly routine: RoutineId;
  readonly last: number;
}): Promise<readonly PriorReportFile[]> {
  const { views, runs, routine, last } = request;
  const found: PriorReportFile[] = [];
  for (const view of views) {
    if (found.length === last) break;
    if (view.routine !== routine || view.part !== null) continue;
    if (view.result?.report !== 'valid' || view.result.execution !== 'succeeded') continue;
    if (replayedRun(view.slot.key) !== null) continue;
    const content = await runs.readFile(view.id, 'report');
    const fields = content === null ? null : parseFrontMatter(content);
    const date = fields?.['date'];
    if (content === null || typeof date !== 'string') continue;
    const file = `context/reports/${view.id}.md`;
    const quiet = fields?.['quiet'] === true;
    const window = { from: view.window.from, to: view.window.to };
    found.push({ entry: { run: view.id, routine, date, window, file, quiet }, content });
  }
  return found;
}
