/** Instants: near ones as people say them, with the local time and UTC in the title. */
import { hostTimezone } from '../../platform/environment.ts';
import { formatTrigger } from '../../scheduler/format-schedule.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import type { Trigger } from '../../words/trigger.ts';
import { html, type Html } from '../html.ts';

/** `5 min ago`. @param instant ISO 8601; `null`: a dash */
export function ago(instant: string | null, now: Date): Html {
  return instant === null || Number.isNaN(Date.parse(instant))
    ? dash
    : html`<time datetime="${instant}" title="${titleOf(instant)}"
        >${relativeTime(instant, now)}</time
      >`;
}

/** `Mon 2026-11-23 02:00 CET`. */
export function localAt(instant: string | null): Html {
  return instant === null || Number.isNaN(Date.parse(instant))
    ? dash
    : html`<time datetime="${instant}" title="${utcOf(instant)}"
        >${localTime(instant, hostTimezone())}</time
      >`;
}

const dash = html`<span class="quiet">–</span>`;

function titleOf(instant: string): string {
  return `${localTime(instant, hostTimezone())} · ${utcOf(instant)}`;
}

function utcOf(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `42 s`, `3 min 5 s`, `2 h 14 min`. */
export function formatTimeTaken(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1_000);
  if (!(seconds >= 0)) return null;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${seconds % 60 === 0 ? '' : ` ${seconds % 60} s`}`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// When a routine is due, as people say it: cron lines of common kinds in words. Pure.
const DAYS: Readonly<Record<string, string>> = {
  '*': 'daily',
  '1-5': 'weekdays',
  '6,0': 'weekends',
  '0,6': 'weekends',
  '0': 'Sundays',
  '1': 'Mondays',
  '2': 'Tuesdays',
  '3': 'Wednesdays',
  '4': 'Thursdays',
  '5': 'Fridays',
  '6': 'Saturdays',
  '7': 'Sundays',
};
const SIMPLE = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/;
const EVERY_MINUTES = /^\*\/(\d{1,2}) \* \* \* \*$/;
const EVERY_HOURS = /^(\d{1,2}) \*(?:\/(\d{1,2}))? \* \* \*$/;

/** `weekdays at 07:00; by hand`; what has no such words stays as it is written. */
export function dueWords(triggers: readonly Trigger[]): string {
  return triggers
    .map((one) => (one.kind === 'manual' ? triggerWords(one.kind) : cronWords(formatTrigger(one))))
    .join('; ');
}

/** What started a run. */
export function triggerWords(trigger: string): string {
  return trigger === 'manual' ? 'by hand' : trigger;
}

function cronWords(text: string): string {
  const [, minute = '', hour = '', weekday = ''] = SIMPLE.exec(text) ?? [];
  const days = DAYS[weekday];
  return days === undefined
    ? (steppedWords(text) ?? text)
    : `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

/** A step that does not divide the hour or the day starts anew with it: such a line stays as it is written. */
function steppedWords(text: string): string | null {
  const minutes = Number(EVERY_MINUTES.exec(text)?.[1] ?? 0);
  if (minutes > 1 && 60 % minutes === 0) return `every ${minutes} minutes`;
  const [, minute, step] = EVERY_HOURS.exec(text) ?? [];
  if (minute === undefined) return null;
  const at = `at :${minute.padStart(2, '0')}`;
  if (step === undefined || step === '1') return `hourly ${at}`;
  return 24 % Number(step) === 0 ? `every ${step} hours ${at}` : null;
}
