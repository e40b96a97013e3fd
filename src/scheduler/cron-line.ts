/**
 * A cron line in the form that the calculator reads strictly: names in short, `5/15` as `5-59/15`. Pure.
 *
 * Five fields begin with the minute, six with the second; a seventh is the year.
 */
import { oneLine } from '../domain/text.ts';

export interface CronFault {
  readonly message: string;
  readonly hint: string;
}

export type CronReading =
  | {
      readonly kind: 'line';
      readonly line: string;
      /** No wildcard in minute or hour: a time of day, which a change of the clock must not lose. */
      readonly fixedTime: boolean;
    }
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
const SECOND: Field = { name: 'second', least: 0, most: 59 };
const FIELDS: readonly Field[] = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, names: MONTHS },
  { name: 'day of week', least: 0, most: 6, names: DAYS },
];
const YEAR: Field = { name: 'year', least: 1970, most: 9999 };

export function readCronLine(text: string): CronReading {
  const words = text.trim().split(/\s+/);
  if (words.length < 5 || words.length > 7) {
    return { kind: 'line', line: text.trim(), fixedTime: false };
  }
  const fields = words.length === 5 ? FIELDS : [SECOND, ...FIELDS, YEAR].slice(0, words.length);
  const made: string[] = [];
  for (const [index, field] of fields.entries()) {
    const word = words[index] ?? '';
    const fault = stepFault(word, field);
    if (fault !== null) return { kind: 'fault', fault };
    made.push(plainWord(word, field));
  }
  const [minute = '', hour = ''] = words.length === 5 ? made : made.slice(1);
  return { kind: 'line', line: made.join(' '), fixedTime: !/[*?]/.test(`${minute} ${hour}`) };
}

/** A step beyond the field's range fires at its first value only, which nobody means who writes one. */
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
