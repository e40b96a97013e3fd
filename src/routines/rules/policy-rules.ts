/** Rules about when slots may start. Pure. */
import { oneLine } from '../../words/text.ts';
import { untilInstant } from '../compile/to-policy.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import type { RuleBreach } from './rule-breach.ts';

export function policyBreaches({ policy }: WrittenRoutine): readonly RuleBreach[] {
  return [...untilBreaches(policy), ...touchesBreaches(policy)];
}

function untilBreaches({ until }: WrittenRoutine['policy']): readonly RuleBreach[] {
  if (until === null || untilInstant(until, 'UTC') !== null) return [];
  return [
    {
      path: ['policy', 'until'],
      code: 'no-such-date',
      message: `there is no time ${oneLine(until, 40)}`,
      hint: 'Write a date that exists, such as 2026-12-31 or 2026-12-31T18:00.',
    },
  ];
}

/** Whether two lists can meet is asked of their patterns alone; one that takes back would make them seem apart. */
function touchesBreaches({ touches }: WrittenRoutine['policy']): readonly RuleBreach[] {
  return touches.flatMap((pattern, index) =>
    pattern.startsWith('!')
      ? [
          {
            path: ['policy', 'touches', index],
            code: 'bad-pattern',
            message: `\`policy.touches\` cannot take back: ${oneLine(pattern, 80)}`,
            hint: 'Name only what runs change, such as `src/billing/**`.',
          },
        ]
      : [],
  );
}
