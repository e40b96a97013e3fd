/** What matters first: by severity, then by what can be acted on; among equals the older one. Pure. */
import type { TodoFact } from '../../../words/facts.ts';
import { bySeverity, type Severity } from '../../../words/severity.ts';

/** Facts of before say nothing of it. */
const UNTOLD: Severity = 'low';
const MARKERS = ['FIXME', 'BUG', 'HACK'];

export function levelOf({ severity }: TodoFact): Severity {
  return severity?.level ?? UNTOLD;
}

export function byRank(a: TodoFact, b: TodoFact): number {
  return (
    bySeverity(levelOf(a), levelOf(b)) ||
    (a.doubts?.length ?? 0) - (b.doubts?.length ?? 0) ||
    markerRank(a) - markerRank(b) ||
    byAge(a, b)
  );
}

function markerRank({ marker, severity }: TodoFact): number {
  const rank = MARKERS.indexOf(marker);
  return severity === undefined || rank === -1 ? MARKERS.length : rank;
}

/** Oldest first; then by place, so that equal ages keep their order from night to night. */
function byAge(a: TodoFact, b: TodoFact): number {
  const older = Date.parse(a.date) - Date.parse(b.date);
  if (older !== 0 && !Number.isNaN(older)) return older;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
