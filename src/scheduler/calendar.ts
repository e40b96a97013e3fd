/**
 * When schedules are due, shared by all routines: equal schedules are reckoned once, and what is kept of each is two
 * numbers. Pure but for that memory, which changes no answer.
 */
import type { ScheduleRule, ScheduleTrigger } from '../domain/trigger.ts';
import type { Calendar } from './contract.ts';
import { nextInstants } from './next.ts';

/** No instant of the schedule lies between the two. */
interface Stretch {
  readonly from: number;
  readonly next: number | null;
}

export function sharedCalendar(): Calendar {
  const known = new Map<string, Stretch>();
  const next = (schedule: ScheduleTrigger, from: number): number | null => {
    const key = keyOf(schedule.when, schedule.timezone);
    const stretch = known.get(key);
    if (stretch !== undefined && from >= stretch.from) {
      if (stretch.next === null || from < stretch.next) return stretch.next;
    }
    const found = nextInstants(schedule.when, schedule.timezone, {
      from: new Date(from),
      count: 1,
    });
    const made = { from, next: found[0]?.getTime() ?? null };
    known.set(key, made);
    return made.next;
  };
  return {
    next,
    between: (schedule, { from, to, keep }) => {
      const instants: number[] = [];
      let count = 0;
      let first: number | null = null;
      for (let at = next(schedule, from); at !== null && at <= to; at = next(schedule, at)) {
        first ??= at;
        count += 1;
        instants.push(at);
        if (instants.length > keep) instants.shift();
      }
      return { instants, earlier: count - instants.length, first };
    },
  };
}

function keyOf(rule: ScheduleRule, timezone: string): string {
  switch (rule.kind) {
    case 'cron':
      return `cron ${timezone} ${rule.expression}`;
    case 'every':
      return `every ${timezone} ${rule.ms}`;
    case 'at':
      return `at ${timezone} ${rule.local}`;
  }
}
