/** The key `policy` in the words of the domain. */
import { parseDuration } from '../../words/duration.ts';
import { addDays, localInstantReader, startOfLocalDay } from '../../words/local-time.ts';
import type { Policy } from '../../words/policy.ts';
import type { FullRoutine } from './fill-defaults.ts';

/** @param timezone in which `until` is meant */
export function toPolicy(policy: FullRoutine['policy'], timezone: string): Policy {
  const failures = policy['pause-after-failures'];
  return {
    overlap: policy.overlap,
    misfire: policy.misfire,
    startingDeadlineMs: parseDuration(policy['starting-deadline']) ?? 0,
    jitterMs: parseDuration(policy.jitter) ?? 0,
    cooldownMs: parseDuration(policy.cooldown) ?? 0,
    pauseAfterFailures: failures === false ? null : failures,
    until:
      policy.until === null ? null : (untilInstant(policy.until, timezone)?.toISOString() ?? null),
    touches: policy.touches,
    concurrency: policy.concurrency,
  };
}

/** The last instant of a date, or the local time itself; `null` for a day that no calendar has. */
export function untilInstant(text: string, timezone: string): Date | null {
  const [date = '', time] = text.split('T');
  const asIfUtc = Date.parse(`${date}T${time ?? '00:00'}:00Z`);
  if (Number.isNaN(asIfUtc) || new Date(asIfUtc).toISOString().slice(0, 10) !== date) return null;
  if (time !== undefined) return localInstantReader(timezone)(asIfUtc);
  return new Date(startOfLocalDay(addDays(date, 1), timezone).getTime() - 1);
}
