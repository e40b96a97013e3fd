/** Policies and triggers that can be followed and hardly are meant. For every engine. */
import { formatDuration, parseDuration } from '../../words/duration.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import type { FullRoutine } from '../compile/fill-defaults.ts';
import { untilInstant } from '../compile/to-policy-and-notify.ts';
import type { DefinitionContext } from '../definition-context.ts';
import { shortestGap } from '../schedule/schedule-breaches.ts';
import { readScheduleEntry } from '../schedule/schedule-entry.ts';

export function policyWarnings(
  routine: FullRoutine,
  context: Pick<DefinitionContext, 'workspace' | 'now'>,
): readonly RuleBreach[] {
  const jitter = jitterWarnings(routine);
  return [
    ...(jitter.length > 0 ? jitter : deadlineWarnings(routine)),
    ...untilWarnings(routine, context),
    ...deploymentWarnings(routine),
    ...listenerWarnings(routine, context),
  ];
}

function jitterWarnings({ on, policy }: FullRoutine): readonly RuleBreach[] {
  const jitter = parseDuration(policy.jitter) ?? 0;
  const gaps = (on.schedule ?? []).flatMap((entry) => {
    const read = readScheduleEntry(entry, '');
    const gap = read?.kind === 'rule' ? shortestGap(read.rule) : null;
    return gap === null ? [] : [gap];
  });
  const least = Math.min(...gaps);
  if (jitter <= least) return [];
  return [
    {
      path: ['policy', 'jitter'],
      code: 'long-jitter',
      message: `\`policy.jitter\` is ${policy.jitter}, and slots are ${formatDuration(least)} apart at times: they start before the next one all the same`,
      hint: 'Write less than the time between two slots.',
    },
  ];
}

function deadlineWarnings({ on, policy }: FullRoutine): readonly RuleBreach[] {
  const jitter = parseDuration(policy.jitter) ?? 0;
  const deadline = parseDuration(policy['starting-deadline']) ?? 0;
  if (on.schedule === undefined || jitter <= deadline) return [];
  return [
    {
      path: ['policy', 'jitter'],
      code: 'jitter-past-deadline',
      message: `\`policy.jitter\` is ${policy.jitter}, and slots older than ${policy['starting-deadline']} are missed: some may never start`,
      hint: 'Write less than `policy.starting-deadline`, or a later deadline.',
    },
  ];
}

/** Only slots of deployments are looked for. */
function deploymentWarnings({ on, window }: FullRoutine): readonly RuleBreach[] {
  if (typeof window === 'string' || window.since !== 'last-deploy') return [];
  if (on.deployment !== undefined) return [];
  return [
    {
      path: ['window', 'since'],
      code: 'no-deployments',
      message: 'no deployment makes the routine due: its window begins at the last good run',
      hint: 'Add `on: { deployment: production }`, or write `since: last-success`.',
    },
  ];
}

function untilWarnings(
  { on, policy }: FullRoutine,
  { workspace, now }: Pick<DefinitionContext, 'workspace' | 'now'>,
): readonly RuleBreach[] {
  if (policy.until === null || now === undefined) return [];
  const end = untilInstant(policy.until, on.schedule?.[0]?.timezone ?? workspace.timezone);
  if (end === null || end >= now) return [];
  return [
    {
      path: ['policy', 'until'],
      code: 'past-end',
      message: `\`policy.until\` is ${policy.until}, which is past: nothing makes the routine due any more`,
      hint: 'Write a later date, or remove `until`.',
    },
  ];
}

function listenerWarnings(
  { on }: FullRoutine,
  { workspace }: Pick<DefinitionContext, 'workspace'>,
): readonly RuleBreach[] {
  if (on.webhook === undefined || workspace.daemon.hooksListen !== null) return [];
  return [
    {
      path: ['on', 'webhook'],
      code: 'no-listener',
      message: 'roundsman.yaml opens no listener, so that no delivery can arrive',
      hint: 'Add `hooks: { listen: 127.0.0.1:8787 }` to roundsman.yaml.',
    },
  ];
}
