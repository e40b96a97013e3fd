/** Schedules that can be followed and hardly are meant: an agent that starts every few minutes. */
import { oneLine } from '../domain/text.ts';
import type { RuleBreach } from './routine-rules.ts';
import type { WrittenRoutine } from './routine-schema.ts';
import { readScheduleEntry } from './schedule-entry.ts';

const LEAST_MINUTES = 15;

/** For an engine that follows prose, whose every start costs. */
export function scheduleWarnings({ on }: WrittenRoutine): readonly RuleBreach[] {
  return (on.schedule ?? []).flatMap((entry, index) => {
    const read = readScheduleEntry(entry, '');
    if (read?.kind !== 'rule') return [];
    const { rule } = read;
    const minutes =
      rule.kind === 'every'
        ? rule.ms / 60_000
        : rule.kind === 'cron'
          ? shortestGap(rule.expression)
          : LEAST_MINUTES;
    if (minutes >= LEAST_MINUTES) return [];
    const text = oneLine(entry.cron ?? entry.every ?? '', 60);
    return [
      {
        path: ['on', 'schedule', index, entry.cron === undefined ? 'every' : 'cron'],
        code: 'frequent-schedule',
        message: `the schedule "${text}" starts an agent more often than every ${LEAST_MINUTES} minutes`,
        hint: 'Each start costs. Write `hourly` or `every 30m`, unless it is meant.',
      },
    ];
  });
}

/** In minutes, between two values of the minute field; an hour for what is not a line of five fields. */
function shortestGap(line: string): number {
  const fields = line.trim().split(/\s+/);
  const minutes = fields.length === 5 ? valuesOf(fields[0] ?? '') : [0];
  const gaps = minutes.map((minute, index) => (minutes[index + 1] ?? minute + 60) - minute);
  const wrap = (minutes[0] ?? 0) + 60 - (minutes.at(-1) ?? 0);
  const everyHour = fields[1] === '*' ? wrap : 60;
  return Math.min(60, everyHour, ...gaps);
}

/** Of `*`, `5`, `0-30/5` and lists of them, ascending. */
function valuesOf(field: string): readonly number[] {
  const values = field.split(',').flatMap((part) => {
    const match = /^(?:\*|([0-9]{1,2})(?:-([0-9]{1,2}))?)(?:\/([0-9]{1,2}))?$/.exec(part);
    if (match === null) return [];
    const [, first, last, step] = match;
    const from = Number(first ?? 0);
    const single = first !== undefined && last === undefined && step === undefined;
    const to = single ? from : Number(last ?? 59);
    const by = Math.max(1, Number(step ?? 1));
    return Array.from(
      { length: Math.max(0, Math.floor((to - from) / by) + 1) },
      (_, index) => from + index * by,
    );
  });
  return [...new Set(values)].toSorted((left, right) => left - right);
}
