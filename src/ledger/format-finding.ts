/** What became of a finding, in words for people, days as they are here. Titles and reasons in it are cleaned, not escaped. */
import { hostTimezone } from '../platform/environment.ts';
import { assertNever } from '../words/errors.ts';
import type { Finding, FindingAlias, FindingEvent } from '../words/finding.ts';
import { shortIdOf } from '../words/ids.ts';
import { localDateOf } from '../words/local-time.ts';
import { oneLine } from '../words/text.ts';
import { stateAt } from './finding-life.ts';

/** `dismissed`, `snoozed until 2026-12-01`, `snoozed until 2026-12-01, counts again`; `null` without a verdict. */
export function verdictClause(
  finding: Finding,
  now: string,
  timezone: string = hostTimezone(),
): string | null {
  const { verdict } = finding;
  if (verdict === null) return null;
  if (verdict.kind !== 'snoozed' || verdict.until === null) return verdict.kind;
  const until = `snoozed until ${dayOf(verdict.until, timezone)}`;
  return stateAt(finding, now) === 'snoozed' ? until : `${until}, counts again`;
}

/** One event of its life as the end of a line that begins with its time. */
export function formatEvent(event: FindingEvent, timezone: string = hostTimezone()): string {
  switch (event.kind) {
    case 'found':
      return `first seen by run ${shortIdOf(event.run)}`;
    case 'moved':
      return `moved here from ${formatPlace(event.from)} (run ${shortIdOf(event.run)})`;
    case 'reworded':
      return `worded otherwise before: “${oneLine(event.from.title, 160)}”${likenessWords(event.likeness)} (run ${shortIdOf(event.run)})`;
    case 'resolved':
      return event.why === 'left-out'
        ? `left out by the settings of the routine (run ${shortIdOf(event.run)})`
        : `gone, as run ${shortIdOf(event.run)} saw`;
    case 'regressed': {
      const since =
        event.resolvedAt === null ? '' : `, resolved since ${dayOf(event.resolvedAt, timezone)}`;
      return `back again${since} (run ${shortIdOf(event.run)})`;
    }
    case 'woke':
      return `counts again: its snooze ended on ${dayOf(event.until, timezone)} (run ${shortIdOf(event.run)})`;
    case 'decided': {
      const { kind, by, reason, until } = event.verdict;
      const end = until === null ? '' : ` until ${dayOf(until, timezone)}`;
      return `${kind}${end} by ${oneLine(by, 80)}${because(reason)}`;
    }
    case 'reopened':
      return `reopened by ${oneLine(event.by, 80)}${because(event.reason)}`;
    case 'split':
      return `told apart from ${event.other} by ${oneLine(event.by, 80)}`;
    case 'closed-outside':
      return `${oneLine(event.item, 80)} was closed by ${oneLine(event.by, 80)}${because(event.reason)}`;
    default:
      return assertNever(event);
  }
}

/** `src/a.ts:3 in run`; `-` without a place. */
export function formatPlace({ location }: Pick<FindingAlias, 'location'>): string {
  if (location === null) return '-';
  const symbol = location.symbol === null ? '' : ` in ${oneLine(location.symbol, 80)}`;
  return `${oneLine(location.path, 300)}:${location.line}${symbol}`;
}

function likenessWords(likeness: number): string {
  return likeness >= 1 ? '' : `, ${Math.round(likeness * 100)} % alike`;
}

function because(reason: string): string {
  return reason.trim() === '' ? '' : `: ${oneLine(reason, 400)}`;
}

/** A snooze ends where a day begins here, which is another day elsewhere. */
function dayOf(instant: string, timezone: string): string {
  return localDateOf(new Date(instant), timezone);
}
