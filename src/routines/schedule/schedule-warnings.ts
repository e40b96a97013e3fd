/** Schedules that can be followed and hardly are meant: an agent that starts every few minutes. */
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import { readScheduleEntry } from './schedule-entry.ts';
import { shortestGap } from './schedule-gap.ts';

const LEAST_MINUTES = 15;

/** For an engine that follows prose, whose every start costs. */
export function scheduleWarnings({ on }: WrittenRoutine): readonly RuleBreach[] {
  return (on.schedule ?? []).flatMap((entry, index) => {
    const read = readScheduleEntry(entry, '');
    const gap = read?.kind === 'rule' ? shortestGap(read.rule) : null;
    if (gap === null || gap >= LEAST_MINUTES * 60_000) return [];
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
