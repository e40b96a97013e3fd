/** What a routine may run, for the eyes of the person who is to agree to it. Nothing of it is cut. */
import type { Activation } from '../../routines/enable/describe-activation.ts';
import { type Field, listed, permissionFields } from '../../routines/enable/permission-fields.ts';
import { formatSchedule } from '../../scheduler/format-schedule.ts';
import { localTime } from '../../words/local-time.ts';
import type { Trigger } from '../../words/trigger.ts';

/** `tidy (routines/tidy.yaml): changed; active is the version at main`. */
export function activationTitle({ id, file, state, against, enabled }: Activation): string {
  const other =
    against?.source === 'enabled'
      ? 'the version enabled before is active'
      : `active is the version at ${against?.from ?? 'the ref'}`;
  const byHand = `, and starts only by hand: roundsman edit ${id} --set enabled=true changes that`;
  const words =
    state === 'active'
      ? `active already${enabled ? '' : byHand}`
      : state === 'new'
        ? 'new, nothing of it is active'
        : `changed; ${other}`;
  return `${id} (${file}): ${words}`;
}

export function activationFields(activation: Activation): readonly Field[] {
  const { enabled, triggers, next, mayRun } = activation;
  const timing = triggers.map(triggerLine);
  return [
    ['starts', enabled ? listed(timing) : 'not by itself: it is `enabled: false`'],
    ['next', listed(next.map(({ instant, timezone }) => localTime(instant, timezone)))],
    ...permissionFields(mayRun),
  ];
}

function triggerLine(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'schedule':
      return formatSchedule(trigger);
    case 'webhook':
      return `by webhook (${trigger.scheme}, secret in ${trigger.secret})`;
    case 'deployment':
      return `on deployments${trigger.environment === null ? '' : ` to ${trigger.environment}`}: ${trigger.states.join(', ')}`;
    case 'git':
      return `when git moves: ${[...trigger.branches, ...trigger.tags].join(', ')}`;
    case 'files':
      return `when files change: ${trigger.paths.join(', ')}`;
    case 'routine':
      return `after ${trigger.completed.join(', ')} (${trigger.outcome.join(', ')})`;
    case 'manual':
      return 'by hand';
  }
}
