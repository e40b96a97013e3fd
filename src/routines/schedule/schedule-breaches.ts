/**
 * Schedules that can never be followed: unknown zones, words that are not understood, and what the calculator
 * that is passed in refuses.
 */
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { ScheduleRule } from '../../words/trigger.ts';
import type { DefinitionContext } from '../definition-context.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import { readScheduleEntry, type ScheduleEntry } from './schedule-entry.ts';
import { isTimezone, unknownTimezone } from './schedule-words.ts';

export function scheduleBreaches(
  { on }: WrittenRoutine,
  context: DefinitionContext,
): readonly RuleBreach[] {
  return (on.schedule ?? []).flatMap((entry, index) => {
    const path = ['on', 'schedule', index];
    return [...zoneBreaches(entry, path), ...ruleBreaches(entry, path, context)];
  });
}

function zoneBreaches(
  { timezone }: ScheduleEntry,
  path: RuleBreach['path'],
): readonly RuleBreach[] {
  return timezone === undefined || isTimezone(timezone)
    ? []
    : [{ path: [...path, 'timezone'], ...unknownTimezone(timezone) }];
}

function ruleBreaches(
  entry: ScheduleEntry,
  path: RuleBreach['path'],
  context: DefinitionContext,
): readonly RuleBreach[] {
  // Where in its stretch a phrase falls makes no difference to whether it can be followed.
  const read = readScheduleEntry(entry, '');
  if (read === null) return [];
  if (read.kind === 'fault') return [{ path: [...path, 'cron'], ...read.fault }];
  if (read.timezone !== null && entry.timezone !== undefined) {
    return [{ path: [...path, 'timezone'], ...twoZones(read.timezone) }];
  }
  if (entry.timezone !== undefined && !isTimezone(entry.timezone)) return [];
  const zone = entry.timezone ?? read.timezone ?? context.workspace.timezone;
  const breach = context.checkSchedule(read.rule, zone);
  const key = read.phrase === null ? read.rule.kind : 'cron';
  return breach === null ? [] : [{ path: [...path, key], code: 'bad-schedule', ...breach }];
}

function twoZones(inWords: string): Pick<RuleBreach, 'code' | 'message' | 'hint'> {
  return {
    code: 'two-zones',
    message: `the schedule names its zone in words already: \`in ${oneLine(inWords, 60)}\``,
    hint: 'Keep `in …` or `timezone`.',
  };
}

// The least time between two slots of a schedule, as far as its text tells. Pure.
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
