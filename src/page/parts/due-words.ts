/** When a routine is due, as people say it: cron lines of common kinds in words. Pure. */
import { formatTrigger } from '../../scheduler/format-schedule.ts';
import type { Trigger } from '../../words/trigger.ts';

const DAYS: Readonly<Record<string, string>> = {
  '*': 'daily',
  '1-5': 'weekdays',
  '6,0': 'weekends',
  '0,6': 'weekends',
  '0': 'Sundays',
  '1': 'Mondays',
  '2': 'Tuesdays',
  '3': 'Wednesdays',
  '4': 'Thursdays',
  '5': 'Fridays',
  '6': 'Saturdays',
  '7': 'Sundays',
};
const SIMPLE = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/;

/** `weekdays at 07:00, manual`; what has no such words stays as it is written. */
export function dueWords(triggers: readonly Trigger[]): string {
  return triggers.map((trigger) => cronWords(formatTrigger(trigger))).join(', ');
}

function cronWords(text: string): string {
  const [, minute = '', hour = '', weekday = ''] = SIMPLE.exec(text) ?? [];
  const days = DAYS[weekday];
  return days === undefined
    ? text
    : `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}
