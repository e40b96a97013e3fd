/** Schedules that can never be followed: unknown zones, and what the calculator that is passed in refuses. */
import { oneLine } from '../domain/text.ts';
import type { DefinitionContext } from './definition-context.ts';
import { isTimezone } from './is-timezone.ts';
import type { RuleBreach } from './routine-rules.ts';
import type { WrittenRoutine } from './routine-schema.ts';
import { scheduleRuleOf } from './to-routine.ts';

/** `daily at 07:00`, `weekdays between 01:00 and 04:00`. */
const PHRASE = /^(daily|hourly|weekly|monthly|weekdays|weekends|every)\b/i;
const DAILY_AT = /^(daily|weekdays) at ([01]?[0-9]|2[0-3]):([0-5][0-9])$/i;

export function scheduleBreaches(
  { on }: WrittenRoutine,
  context: DefinitionContext,
): readonly RuleBreach[] {
  return (on.schedule ?? []).flatMap((entry, index) => {
    const rule = scheduleRuleOf(entry);
    const timezone = entry.timezone ?? context.workspace.timezone;
    const path = ['on', 'schedule', index];
    if (entry.timezone !== undefined && !isTimezone(entry.timezone)) {
      return [{ path: [...path, 'timezone'], ...unknownTimezone(entry.timezone) }];
    }
    if (rule === null) return [];
    if (rule.kind === 'cron' && PHRASE.test(rule.expression)) {
      return [{ path: [...path, 'cron'], ...phrase(rule.expression) }];
    }
    const breach = context.checkSchedule(rule, timezone);
    return breach === null ? [] : [{ path: [...path, rule.kind], code: 'bad-schedule', ...breach }];
  });
}

export function unknownTimezone(name: string): Pick<RuleBreach, 'code' | 'message' | 'hint'> {
  return {
    code: 'unknown-timezone',
    message: `there is no time zone "${oneLine(name, 60)}"`,
    hint: 'Write an IANA name such as Europe/Berlin or UTC.',
  };
}

function phrase(text: string): Pick<RuleBreach, 'code' | 'message' | 'hint'> {
  const match = DAILY_AT.exec(text);
  const cron =
    match === null
      ? '0 7 * * *'
      : `${Number(match[3])} ${Number(match[2])} * * ${match[1]?.toLowerCase() === 'daily' ? '*' : '1-5'}`;
  return {
    code: 'not-served',
    message: `the schedule "${oneLine(text, 60)}" in words is not served by this version yet`,
    hint: `Write a cron line such as "${cron}".`,
  };
}
