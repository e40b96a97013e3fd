import { numberField, textField, type Fields } from '../stream-fields.ts';

/** Of a `rate_limit_event` of a log-in: until when nothing is answered; `null` while it is. */
export function formatLimit(info: Fields): string | null {
  if (textField(info, 'status') !== 'rejected') return null;
  const seconds = numberField(info, 'resetsAt');
  if (seconds === null || Math.abs(seconds) > 8e12) return null;
  return `until ${new Date(seconds * 1000).toISOString()}`;
}
