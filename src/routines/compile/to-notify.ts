/** From `notify` of a routine to the words of the domain. Rules between values have been kept already. */
import { writtenTargets } from '../../connectors/registry.ts';
import type { Connection } from '../../words/connection.ts';
import { parseDuration } from '../../words/duration.ts';
import type { NotifyRule } from '../../words/notify.ts';
import type { WrittenNotify } from '../schema/notify-schema.ts';

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
