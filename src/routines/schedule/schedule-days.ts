/** The days of a schedule in words, as the last three fields of a cron line. */

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
