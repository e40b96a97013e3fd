/**
 * A cron line in the form that the calculator reads strictly: names in short, `5/15` as `5-59/15`. Pure.
 *
 * Five fields begin with the minute, six with the second; a seventh is the year.
 */
import { oneLine } from '../words/text.ts';

export interface CronFault {
  readonly message: string;
  readonly hint: string;
}

/** What croner reads strictly. */
export interface CronWords {
  /** Second, minute, hour. */
  readonly time: string;
  /** Day of month, month, day of week, year. */
  readonly date: string;
  /** No wildcard and no step in the time: times of day, which a change of the clock must not lose or double. */
  readonly fixedTime: boolean;
}

export type CronReading =
  | { readonly kind: 'line'; readonly words: CronWords }
  | { readonly kind: 'fault'; readonly fault: CronFault };

interface Field {
  readonly name: string;
  readonly least: number;
  /** The last value that counting by steps reaches. */
  readonly most: number;
  readonly names?: readonly string[];
}

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const FIELDS: readonly Field[] = [
  { name: 'second', least: 0, most: 59 },
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, names: MONTHS },
  { name: 'day of week', least: 0, most: 6, names: DAYS },
  { name: 'year', least: 1970, most: 9999 },
];
export const WRITE_FIVE_FIELDS =
  'Write five fields: minute, hour, day of month, month, day of week, such as "0 2 * * 1-5".';

const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** Whether croner can read its words has still to be seen. */
export function readCronLine(text: string): CronReading {
  const given = text.trim();
  const line = NICKNAMES[given.toLowerCase()] ?? given;
  const words = line.split(/\s+/);
  if (words.length < 5 || words.length > 7) return { kind: 'fault', fault: shapeFault(given) };
  // Five begin with the minute; a sixth is the second before it, a seventh the year at the end.
  const whole = words.length === 5 ? ['0', ...words, '*'] : [...words, '*'].slice(0, 7);
  const made: string[] = [];
  for (const [index, field] of FIELDS.entries()) {
    const word = whole[index] ?? '';
    const fault = stepFault(word, field) ?? countedBackFault(word, field);
    if (fault !== null) return { kind: 'fault', fault };
    made.push(plainWord(word, field));
  }
  const time = made.slice(0, 3).join(' ');
  return {
    kind: 'line',
    words: { time, date: made.slice(3).join(' '), fixedTime: !/[*?/]/.test(time) },
  };
}

function shapeFault(given: string): CronFault {
  const message = `the cron line "${oneLine(given, 60)}" cannot be read: `;
  if (!given.startsWith('@')) {
    return {
      message: `${message}it has ${given === '' ? 0 : given.split(/\s+/).length} fields`,
      hint: WRITE_FIVE_FIELDS,
    };
  }
  const interval = /^@every\s+(\S+)$/i.exec(given)?.[1];
  if (interval !== undefined) {
    return {
      message: `${message}intervals are no cron lines`,
      hint: `Write \`every: ${oneLine(interval, 20)}\`, a number with s, m, h or d.`,
    };
  }
  return {
    message: `${message}there is no such nickname`,
    hint: `Write one of ${Object.keys(NICKNAMES).join(', ')}, or five fields.`,
  };
}

/** A step beyond the field's range fires at its first value only, which no author of a step intends. */
function stepFault(word: string, { name, most }: Field): CronFault | null {
  const steps = [...word.matchAll(/\/([^,/]*)/g)].map((match) => match[1] ?? '');
  if (steps.length === 0) return null;
  const shown = oneLine(word, 40);
  if (name === 'year') {
    if (!/(^|,)[*0-9]+\//.test(word)) return null;
    return {
      message: `the step in "${shown}" counts years that have no beginning or no end`,
      hint: 'Write years as a list or a range, such as 2027-2035/2.',
    };
  }
  // Days of the week may be counted to 7, which is Sunday again.
  const top = name === 'day of week' ? 7 : most;
  const wrong = steps.find(
    (step) => !/^[0-9]+$/.test(step) || Number(step) < 1 || Number(step) > top,
  );
  if (wrong === undefined) return null;
  return {
    message: `the step ${wrong === '' ? 'that is missing' : oneLine(wrong, 20)} in "${shown}" is outside the range of the ${name}`,
    hint: `Write a step from 1 to ${top}.`,
  };
}

/** As Quartz writes them: `L-2`. */
function countedBackFault(word: string, { name }: Field): CronFault | null {
  if (name !== 'day of month' || !/l-[0-9]/i.test(word)) return null;
  return {
    message: `the days in "${oneLine(word, 40)}" are counted back from the last of the month, which cron lines cannot`,
    hint: 'Write L for the last day of the month, LW for its last weekday, or days from 1 to 31.',
  };
}

function plainWord(word: string, field: Field): string {
  return word
    .split(',')
    .map((part) => toTheEnd(shortNames(part, field), field))
    .join(',');
}

/** `Monday`, `friday#2`, `fridayL`: the short name, which the calculator reads; a number where a step counts on. */
function shortNames(part: string, { names, least }: Field): string {
  if (names === undefined) return part;
  return part.replace(/[a-z]{3,}/gi, (given, at: number) => {
    const lower = given.toLowerCase();
    const last = lower.endsWith('l') && !names.includes(lower) && lower !== 'jul';
    const name = last ? lower.slice(0, -1) : lower;
    const index = names.findIndex((one) => one === name || one.slice(0, 3) === name);
    const full = names[index];
    if (full === undefined) return given;
    const counted = at === 0 && part.startsWith('/', given.length);
    return counted ? String(index + least) : `${full.slice(0, 3).toUpperCase()}${last ? 'L' : ''}`;
  });
}

/** A number with a step counts to the end of its field. */
function toTheEnd(part: string, { most }: Field): string {
  const match = /^([0-9]+)\/([0-9]+)$/.exec(part);
  const [, start, step] = match ?? [];
  return start === undefined || Number(start) > most ? part : `${start}-${most}/${step}`;
}
