/**
 * Suggests the phrase that the author of a similar text most likely meant. It picks out days and times in any order, and
 * words them as the grammar does.
 */
import { closestWord } from '../../words/text.ts';
import { DAY_MINUTES, readTimeOfDay, timeOfDayText, ordinal, WEEKDAYS } from './schedule-words.ts';

const MOST = 120;

/** @param text in lower case. `null` when nothing of it looks like a schedule, or it is far too long. */
export function nearestPhrase(text: string): string | null {
  if (text.length > MOST) return null;
  const words = text.match(/[a-z]+|[0-9]+(?:[:.][0-9]+)?(?:[a-z]+)?|:[0-9]{2}/g) ?? [];
  const interval = nearestInterval(words);
  if (interval !== null) return interval;
  const times = timesIn(words);
  const days = nearestDays(words, text);
  if (Array.isArray(days)) return severalDays(days, times[0]);
  if (days === null && times.length === 0) return null;
  const [from, to] = times;
  const named = typeof days === 'string' ? days : 'daily';
  if (from === undefined) return named;
  return to === undefined || from === to
    ? `${named} at ${timeOfDayText(from)}`
    : `${named} between ${timeOfDayText(from)} and ${timeOfDayText(to)}`;
}

const UNITS: Readonly<Record<string, string>> = {
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  m: 'm',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  h: 'h',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  d: 'd',
  day: 'd',
  days: 'd',
};

/** `every 6 hours`, `6h`, `every hour`, `hourly past 15`. */
function nearestInterval(words: readonly string[]): string | null {
  for (const [index, word] of words.entries()) {
    const amount = /^([1-9][0-9]{0,4})([a-z]*)$/.exec(word);
    if (amount === null) continue;
    const unit = UNITS[amount[2] === '' ? (words[index + 1] ?? '') : (amount[2] ?? '')];
    const isPhrase = words.includes('every') || words.includes('each') || words.length <= 2;
    if (unit !== undefined && isPhrase) return `every ${amount[1]}${unit}`;
  }
  if (!words.some((word) => closestWord(word, ['hourly']) !== null || word === 'hour')) return null;
  const minute = words.map((word) => /^:?([0-5]?[0-9])$/.exec(word)?.[1]).find(Boolean);
  return minute === undefined ? 'hourly' : `hourly at :${minute.padStart(2, '0')}`;
}

/** The days as the grammar names them; a list of several weekdays; `null` when no day is named. */
function nearestDays(words: readonly string[], text: string): string | readonly number[] | null {
  const date = words.map((word) => /^([0-9]{1,2})(st|nd|rd|th)$/.exec(word)?.[1]).find(Boolean);
  if (date !== undefined) {
    const day = Number(date);
    if (day >= 1 && day <= 28) return `monthly on the ${ordinal(day)}`;
    return 'monthly on the last day';
  }
  const weekdays = [...new Set(words.map(weekdayOf).filter((day) => day >= 0))];
  const isRange = weekdays.length === 2 && weekdays.includes(1) && weekdays.includes(5);
  if (isRange && !words.includes('and')) return 'weekdays';
  const [first = 0, last = 0] = weekdays;
  if (weekdays.length === 2 && RANGE.test(text)) return daysBetween(first, last);
  if (weekdays.length > 1) return weekdays.toSorted((left, right) => left - right);
  const weekday = WEEKDAYS[weekdays[0] ?? -1];
  if (weekday !== undefined) return `weekly on ${weekday}`;
  if (words.includes('last')) return 'monthly on the last day';
  for (const word of words) {
    const days = DAY_WORDS[word] ?? DAY_WORDS[closestWord(word, Object.keys(DAY_WORDS)) ?? ''];
    if (days !== undefined) return days;
  }
  return null;
}

/** `mon-thu`, `monday to thursday`. */
const RANGE = /[a-z]\s*[-–]\s*[a-z]|\b(?:to|through|thru|until|till)\b/;

/** Both of them too; over the end of the week where it has to. */
function daysBetween(first: number, last: number): readonly number[] {
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, at) => (first + at) % 7).toSorted((a, b) => a - b);
}

const DAY_WORDS: Readonly<Record<string, string>> = {
  weekdays: 'weekdays',
  weekday: 'weekdays',
  workdays: 'weekdays',
  workday: 'weekdays',
  weekends: 'weekends',
  weekend: 'weekends',
  weekly: 'weekly on monday',
  week: 'weekly on monday',
  monthly: 'monthly on the 1st',
  month: 'monthly on the 1st',
  daily: 'daily',
  nightly: 'daily',
  day: 'daily',
  night: 'daily',
  morning: 'daily',
  evening: 'daily',
};

/** -1 for a word that names none; `mon`, `mondays` and slips such as `munday` do. */
function weekdayOf(word: string): number {
  if (word.length < 3 || DAY_WORDS[word] !== undefined) return -1;
  const short = WEEKDAYS.findIndex(
    (name) => name.startsWith(word) || word === `${name}s` || word === name.slice(0, 4),
  );
  if (short >= 0 || word.length < 6) return short;
  // `munday` is as near to Sunday: people get the first letter right.
  const alike = WEEKDAYS.filter((name) => name[0] === word[0]);
  const near = closestWord(word, alike);
  return near !== null && Math.abs(near.length - word.length) < 2
    ? WEEKDAYS.findIndex((name) => name === near)
    : -1;
}

/** Minutes after midnight of the first two times: `8`, `8pm`, `19.30`, `7:5`, `noon`. */
function timesIn(words: readonly string[]): readonly number[] {
  const found = words.flatMap((word, index) => {
    if (word === 'noon' || word === 'midnight') return [readTimeOfDay(word) ?? 0];
    const match = /^([0-9]{1,2})(?:[:.]([0-9]{1,2}))?(am|pm|h|oclock)?$/.exec(word);
    if (match === null) return [];
    const half =
      match[3] ?? (/^[ap]m$/.test(words[index + 1] ?? '') ? words[index + 1] : undefined);
    const hour = Number(match[1]);
    const minute = Number(match[2] ?? 0);
    const late = half === 'pm' && hour < 12 ? 12 : half === 'am' && hour === 12 ? -12 : 0;
    const time = (hour + late) * 60 + minute;
    return minute < 60 && time < DAY_MINUTES ? [time] : [];
  });
  return found.slice(0, 2);
}

/** No phrase names two weekdays; a cron line does. */
function severalDays(days: readonly number[], time = 420): string {
  return `${time % 60} ${Math.floor(time / 60)} * * ${days.join(',')}`;
}
