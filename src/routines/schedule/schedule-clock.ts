import { oneLine } from '../../words/text.ts';
import type { Problem } from '../rules/problem.ts';

// Times of day as people write them, in minutes after midnight.

export const DAY_MINUTES = 1_440;

const CLOCK = /^([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?$/;
const HALF_DAY = /^(0?[1-9]|1[0-2])(?::([0-5][0-9]))? ?([ap])m$/;

/** `07:00`, `7:30`, `7`, `7am`, `7:30 pm`, `noon`, `midnight`, in lower case; `null` for anything else. */
export function readTimeOfDay(text: string): number | null {
  if (text === 'noon') return 720;
  if (text === 'midnight') return 0;
  const clock = CLOCK.exec(text);
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2] ?? 0);
  const half = HALF_DAY.exec(text);
  if (half === null) return null;
  const hour = (Number(half[1]) % 12) + (half[3] === 'p' ? 12 : 0);
  return hour * 60 + Number(half[2] ?? 0);
}

/** `07:05`. */
export function timeOfDayText(minutes: number): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Whether the platform's time zone database knows a name. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // The only thing that makes it throw here is the name.
    return false;
  }
}

/** What to say of one that it does not know. */
export function unknownTimezone(name: string): Pick<Problem, 'message' | 'hint'> & {
  readonly code: 'unknown-timezone';
} {
  return {
    code: 'unknown-timezone',
    message: `there is no time zone "${oneLine(name, 60)}"`,
    hint: 'Write an IANA name such as Europe/Berlin or UTC.',
  };
}
