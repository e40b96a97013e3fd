import { oneLine } from '../../words/text.ts';
import type { Problem } from '../rules/problem.ts';

// The days of a schedule in words, as the last three fields of a cron line.

export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

export interface PhraseDays {
  readonly kind: 'days';
  readonly same: DayFields;
  /** For a time past the midnight that ends each of the days. */
  readonly next: DayFields;
  /** The day after is not always there to be named: 28 is followed by 29 or by 1. */
  readonly staysBeforeMidnight: boolean;
}

export interface DayFields {
  /** Day of month, month, day of week. */
  readonly fields: string;
  readonly words: string;
}

type DaysReading = PhraseDays | { readonly kind: 'refused'; readonly why: string };

/** @param text in lower case */
export function readDays(text: string): DaysReading {
  switch (text) {
    case 'daily':
      return days({ fields: '* * *', words: 'daily' }, { fields: '* * *', words: 'daily' });
    case 'weekdays':
      return days(
        { fields: '* * 1-5', words: 'weekdays' },
        { fields: '* * 2-6', words: 'tuesday to saturday' },
      );
    case 'weekends':
      return days(
        { fields: '* * 0,6', words: 'weekends' },
        { fields: '* * 0,1', words: 'sunday and monday' },
      );
    case 'weekly':
      return weekly(1);
    case 'monthly':
      return monthly('1st', '1');
    case 'monthly on the last day':
      return monthly('last day', 'L');
    default:
      return readNamedDay(text);
  }
}

function readNamedDay(text: string): DaysReading {
  const weekday = WEEKDAYS.findIndex((name) => text === `weekly on ${name}`);
  if (weekday >= 0) return weekly(weekday);
  const date = /^monthly on the ([1-9][0-9]?)(st|nd|rd|th)$/.exec(text);
  const day = Number(date?.[1] ?? 0);
  if (day === 0) return { kind: 'refused', why: 'is not understood' };
  if (day > 31) return { kind: 'refused', why: `names the day ${day}, which no month has` };
  if (day > 28) return { kind: 'refused', why: `names the day ${day}, which not every month has` };
  return monthly(ordinal(day), String(day));
}

/** `1st`, `2nd`, `23rd`, for 1 to 31. */
export function ordinal(day: number): string {
  const teen = day > 10 && day < 14;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

function weekly(weekday: number): PhraseDays {
  const of = (day: number): DayFields => ({
    fields: `* * ${day}`,
    words: `weekly on ${WEEKDAYS[day] ?? ''}`,
  });
  return days(of(weekday), of((weekday + 1) % 7));
}

function monthly(words: string, field: string): PhraseDays {
  const same = { fields: `${field} * *`, words: `monthly on the ${words}` };
  return { ...days(same, same), staysBeforeMidnight: true };
}

function days(same: DayFields, next: DayFields): PhraseDays {
  return { kind: 'days', same, next, staysBeforeMidnight: false };
}

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

// The forms of a schedule in words, for people: what the reference page lists and editors offer.

export const PHRASE_FORMS: readonly {
  readonly form: string;
  readonly meaning: string;
}[] = [
  { form: 'daily at 07:00', meaning: 'Every day at that time.' },
  { form: 'weekdays at 7:30', meaning: 'Monday to Friday.' },
  { form: 'weekends at 10am', meaning: 'Saturday and Sunday.' },
  { form: 'weekly on monday at 08:00', meaning: 'Once a week; `weekly` alone is on Monday.' },
  {
    form: 'monthly on the 1st at 06:00',
    meaning: 'Once a month, up to the 28th; `monthly` alone is on the 1st.',
  },
  {
    form: 'monthly on the last day at 18:00',
    meaning: 'The 28th to the 31st, as the month has it.',
  },
  { form: 'hourly at :15', meaning: 'Every hour, a quarter past.' },
  { form: 'hourly', meaning: 'Every hour, at a minute of the routine’s own.' },
  { form: 'every 6h', meaning: 'The same as `every: 6h`.' },
  {
    form: 'every weekday at 7:30',
    meaning:
      'The same as `weekdays at 7:30`; `every day`, `every monday`, `mondays` and `every hour` work too.',
  },
  {
    form: 'daily between 01:00 and 04:00',
    meaning:
      'Every day at a time of the routine’s own from 01:00 up to, not including, 04:00. Goes with all of the days above.',
  },
  {
    form: 'weekdays between 22:00 and 02:00',
    meaning: 'Over midnight; the days meant are the ones on which it begins.',
  },
  {
    form: 'weekdays',
    meaning: 'Days alone: at a time of the routine’s own from 01:00 up to 05:00.',
  },
  {
    form: 'daily at noon in Europe/Berlin',
    meaning: 'The zone may be at the end of any of them.',
  },
];

export const PHRASE_EXAMPLES: readonly string[] = PHRASE_FORMS.map(({ form }) => form);
