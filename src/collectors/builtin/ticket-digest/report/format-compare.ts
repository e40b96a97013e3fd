import type { Brief } from '../../../../context/brief.ts';
import { plural } from '../../../../words/text.ts';

const DAY_MS = 86_400_000;

/**
 * Says so when this window and the one before are not of one length: three times the days bring three times
 * the tickets. `null` when they can be compared as they are, or nobody knows.
 */
export function formatCompare({
  window,
  context,
}: Pick<Brief, 'window' | 'context'>): string | null {
  const before = context.reports.find((report) => report.window.to !== window.to);
  const [now, then] = [lengthOf(window), before === undefined ? null : lengthOf(before.window)];
  if (now === null || then === null || Math.abs(now - then) * 2 < then) return null;
  // Of windows of minutes, as by hand, nobody draws conclusions.
  if (Math.max(now, then) < DAY_MS / 2) return null;
  return `This window is ${daysWords(now)} long, the one before was ${daysWords(then)}: what grows or shrinks is judged by tickets a day.`;
}

function lengthOf({ from, to }: Brief['window']): number | null {
  const length = from === null ? 0 : Date.parse(to) - Date.parse(from);
  return length > 0 ? length : null;
}

/** `3 days`, `7 hours`, `20 minutes`. */
function daysWords(ms: number): string {
  if (ms < 3_600_000) return plural(Math.max(1, Math.round(ms / 60_000)), 'minute');
  if (ms < DAY_MS) return plural(Math.round(ms / 3_600_000), 'hour');
  const days = Math.round((ms / DAY_MS) * 10) / 10;
  return plural(days, 'day');
}
