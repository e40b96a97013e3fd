/** The key `policy` in the words of the domain. */
import { writtenTargets } from '../../connectors/registry.ts';
import type { Connection } from '../../words/connection.ts';
import { parseDuration } from '../../words/duration.ts';
import { addDays, localInstantReader, startOfLocalDay } from '../../words/local-time.ts';
import type { NotifyRule } from '../../words/notify.ts';
import type { Policy } from '../../words/policy.ts';
import type { WrittenNotify } from '../schema/notify-schema.ts';
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

// From `notify` of a routine to the words of the domain. Rules between values have been kept already.
export function toNotify(
  written: WrittenNotify,
  connections: readonly Connection[],
): readonly NotifyRule[] {
  return written.map((rule) => ({
    on: rule.on,
    targets: writtenTargets(rule).flatMap(([form, written]) =>
      form.toTargets(written, connections),
    ),
    failureAfter: rule['failure-after'],
    cooldownMs: parseDuration(rule.cooldown) ?? 0,
    quietHours: spanOf(rule['quiet-hours']),
    gatherAt: rule['gather-at'],
  }));
}

function spanOf(text: string | null): NotifyRule['quietHours'] {
  const [from, to] = text?.split('-') ?? [];
  return from === undefined || to === undefined ? null : { from, to };
}
