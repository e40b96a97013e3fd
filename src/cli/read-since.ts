import { parseDuration } from '../words/duration.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { CommandCall } from './command.ts';

/** What `--since` says, an instant, a date or how long ago; ISO 8601, `null` when it was not given. */
export function readSince(call: CommandCall): string | null {
  const text = call.options.text('since');
  if (text === null) return null;
  const ms = parseDuration(text);
  if (ms !== null) return new Date(Math.max(0, call.clock.now().getTime() - ms)).toISOString();
  const instant = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(instant)) return new Date(instant).toISOString();
  throw new AppError('usage', {
    code: 'bad-since',
    message: `--since ${oneLine(text, 80)} is neither a date nor a duration`,
    hint: 'Write it as in 2026-11-01, 12h or 30d.',
  });
}
