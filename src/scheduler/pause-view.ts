/** What lists show of a pause, and when a paused routine starts again. Pure, but for the zone of this machine. */
import { hostTimezone } from '../platform/environment.ts';
import { localTime } from '../words/local-time.ts';
import type { Pause } from '../words/scheduled-routine.ts';

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
