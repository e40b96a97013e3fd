import { hostTimezone } from '../platform/environment.ts';
import type { CommandCall } from './command.ts';
import { readMoment } from './read-moment.ts';

/** What `--since` says, as ISO 8601; `null` when it was not given. Throws `usage` for what is not a moment. */
export function readSince({
  options,
  clock,
}: Pick<CommandCall, 'options' | 'clock'>): string | null {
  const text = options.text('since');
  if (text === null) return null;
  const now = clock.now();
  return readMoment({ name: 'since', text, now, timezone: hostTimezone(), way: 'back' });
}
