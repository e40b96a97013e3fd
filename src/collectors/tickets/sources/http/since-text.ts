/** How `{since}` is written. Never later than the instant, however the service reads it. Pure. */
import type { HttpConnection } from '../../../../words/connection.ts';
import { assertNever } from '../../../../words/errors.ts';
import { localMinuteOf } from '../../../../words/local-time.ts';

const MINUTE = 60_000;
const HALF_DAY = 720 * MINUTE;

export function sinceText(
  instant: Date,
  form: HttpConnection['sinceForm'],
  timezone: string,
): string {
  switch (form) {
    case 'iso':
      return instant.toISOString();
    case 'date':
      // The day as it is called where it begins last; further east it began before.
      return new Date(instant.getTime() - HALF_DAY).toISOString().slice(0, 10);
    case 'seconds':
      return String(Math.floor(instant.getTime() / 1_000));
    case 'milliseconds':
      return String(instant.getTime());
    case 'jql':
      return wallTime(instant, timezone);
    default:
      return assertNever(form);
  }
}

/** An hour that comes twice might be taken for the second one: then the one before it is said. */
function wallTime(instant: Date, timezone: string): string {
  const at = (minutes: number) =>
    localMinuteOf(new Date(instant.getTime() + minutes * MINUTE), timezone);
  return [30, 60].some((minutes) => at(minutes) === at(0)) ? at(-60) : at(0);
}
