/** Until when a snooze lasts, whoever asks for it: a command, the walk or the page. */
import { hostTimezone } from '../../platform/environment.ts';
import { localDateOf } from '../../words/local-time.ts';
import { readMoment } from '../../words/moment.ts';

/** As it is typed. */
export const SNOOZE_DEFAULT = '7d';

/** ISO 8601. Throws `usage` for what is no moment. @param text `monday`, `30d`; empty: the default */
export function snoozeEnd(text: string, now: Date): string {
  return readMoment({
    name: 'until',
    text: text === '' ? SNOOZE_DEFAULT : text,
    now,
    timezone: hostTimezone(),
    way: 'ahead',
  });
}

/** `until 2026-12-07`, the day here. */
export function snoozeWords(until: string): string {
  return `until ${localDateOf(new Date(until), hostTimezone())}`;
}
