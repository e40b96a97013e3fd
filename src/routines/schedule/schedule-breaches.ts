/**
 * Schedules that can never be followed: unknown zones, words that are not understood, and what the calculator
 * that is passed in refuses.
 */
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { DefinitionContext } from '../definition-context.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import { isTimezone, unknownTimezone } from './schedule-clock.ts';
import { readScheduleEntry, type ScheduleEntry } from './schedule-entry.ts';

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
