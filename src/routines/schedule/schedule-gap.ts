/** The least time between two slots of a schedule, as far as its text tells. Pure. */
import type { ScheduleRule } from '../../words/trigger.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** In ms; `null` when there is only one slot, or when the line has more to it than times of day. */
export function shortestGap(rule: ScheduleRule): number | null {
  switch (rule.kind) {
    case 'every':
      return rule.ms;
    case 'at':
      return null;
    case 'cron':
      return gapOfLine(rule.expression);
  }
}

function gapOfLine(line: string): number | null {
  const fields = line.trim().split(/\s+/);
  const [minuteField = '', hourField = '', ...days] = fields;
  if (fields.length !== 5) return null;
  const minutes = valuesOf(minuteField, 59);
  const hours = valuesOf(hourField, 23);
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  const [first] = times;
  if (first === undefined) return null;
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const overnight = first + DAY_MINUTES - (times.at(-1) ?? 0);
  const daily = days.every((field) => field === '*');
  const all = daily || gaps.length === 0 ? [...gaps, overnight] : gaps;
  // Once a day on some days only: how far apart these are is left to the calendar.
  return !daily && gaps.length === 0 ? null : Math.min(...all) * MINUTE_MS;
}

/** Of `*`, `5`, `0-30/5` and lists of them, ascending; none of a field with names in it. */
function valuesOf(field: string, most: number): readonly number[] {
  const values = field.split(',').flatMap((part) => {
    const match = /^(?:\*|([0-9]{1,2})(?:-([0-9]{1,2}))?)(?:\/([0-9]{1,2}))?$/.exec(part);
    if (match === null) return [];
    const [, first, last, step] = match;
    const from = Number(first ?? 0);
    const single = first !== undefined && last === undefined && step === undefined;
    const to = single ? from : Math.min(most, Number(last ?? most));
    const by = Math.max(1, Number(step ?? 1));
    return Array.from(
      { length: Math.max(0, Math.floor((to - from) / by) + 1) },
      (_, index) => from + index * by,
    );
  });
  return [...new Set(values)].toSorted((left, right) => left - right);
}
