/** Schedules and what the clocks do to them, as people say it. Pure. */
import { hostTimezone } from '../platform/environment.ts';
import type { ComingSlot, Schedule } from '../routines/next-slots.ts';
import { formatDuration } from '../words/duration.ts';
import { assertNever } from '../words/errors.ts';
import { localTime } from '../words/local-time.ts';
import type { Pause } from '../words/scheduled-routine.ts';
import { oneLine } from '../words/text.ts';
import type { RoutineTrigger, ScheduleTrigger, Trigger } from '../words/trigger.ts';

const MOST = 40;

/**
 * For a column: `daily at 02:12`, `0 2 * * 1-5`, `every 6h 00m`, `at 2026-12-01T09:00`, `manual`, `webhook`,
 * `deployment to production`, `git main, v*`, `files docs/**`, `after release-check`.
 */
export function formatTrigger(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'schedule':
      return whenWords(trigger);
    case 'manual':
    case 'webhook':
      return trigger.kind;
    case 'deployment':
      return trigger.environment === null
        ? 'deployment'
        : `deployment to ${oneLine(trigger.environment, MOST)}`;
    case 'git':
      return `git ${someOf([...trigger.branches, ...trigger.tags])}`;
    case 'files':
      return `files ${someOf(trigger.paths)}`;
    case 'routine':
      return chainWords(trigger);
    default:
      return assertNever(trigger);
  }
}

/** The first two, and how many more there are. */
function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 2).map((name) => oneLine(name, MOST));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

function chainWords({ completed, outcome }: RoutineTrigger): string {
  const names = someOf(completed);
  const [succeeded, failed] = [outcome.includes('succeeded'), outcome.includes('failed')];
  if (outcome.includes('any') || (succeeded && failed)) return `after any end of ${names}`;
  return failed ? `after a failure of ${names}` : `after ${names}`;
}

function whenWords({ when, phrase }: ScheduleTrigger): string {
  if (phrase !== undefined) return phrase.outcome;
  switch (when.kind) {
    case 'cron':
      return when.expression;
    case 'every':
      return `every ${formatDuration(when.ms)}`;
    case 'at':
      return `at ${when.local}`;
  }
}

/** In full: `daily at 02:12 (12 2 * * *) in Europe/Berlin, scattered from "daily between 01:00 and 04:00"`. */
export function formatSchedule(schedule: Schedule): string {
  const { when, phrase, timezone } = schedule;
  const line = phrase !== undefined && when.kind === 'cron' ? ` (${when.expression})` : '';
  const words = `${formatTrigger(schedule)}${line} in ${timezone}`;
  if (phrase === undefined || phrase.stretch === null) return words;
  const stretch = phrase.text.includes(' between ') ? '' : `, ${phrase.stretch}`;
  return `${words}, scattered from "${phrase.text}"${stretch}`;
}

/** `02:30 → 03:00, clocks go forward`, `the first 02:30 of two, clocks go back`; empty for most slots. */
export function formatClock(change: ComingSlot['change']): string {
  if (change === null) return '';
  return change.kind === 'gap'
    ? `${change.meant} → ${change.actual}, clocks go forward`
    : `the ${change.turn} ${change.time} of two, clocks go back`;
}

// What lists show of a pause, and when a paused routine starts again. Pure, but for the zone of this machine.
export type PauseView = Omit<Pause, 'routine' | 'until'> & {
  /** ISO 8601; `null`: until a person resumes it. */
  readonly until: string | null;
};

export function pauseView({ by, at, reason, until }: Pause): PauseView {
  return { by, at, reason, until: until ?? null };
}

/** ` until Mon 2026-11-30 00:00 CET`, or nothing for a pause without an end. */
export function untilWords(until: string | null | undefined): string {
  return until === null || until === undefined ? '' : ` until ${localTime(until, hostTimezone())}`;
}

/** After which instant slots start, in ms since 1970; `null`: not before a person resumes the routine. */
export function startsAfter(pause: Pause | null | undefined, now: Date): number | null {
  if (pause === null || pause === undefined) return now.getTime();
  return pause.until === undefined ? null : Math.max(now.getTime(), Date.parse(pause.until) - 1);
}
