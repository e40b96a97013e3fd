/** What was refused, by target. Bounded: a program in a loop must not fill the memory of its supervisor. */
import type { Denial } from '../../words/agent-exit.ts';
import { oneLine } from '../../words/text.ts';

const MAX_TARGETS = 100;
const MAX_TARGET_LENGTH = 300;

export interface DenialCount {
  add(target: string, reason: string): void;
  all(): readonly Denial[];
}

/** Of many for one target the first reason stays. Targets beyond the hundredth are counted as one. */
export function countDenials(): DenialCount {
  const byTarget = new Map<string, { reason: string; count: number }>();
  let beyond = 0;
  return {
    add: (asked, reason) => {
      const target = oneLine(asked, MAX_TARGET_LENGTH);
      const known = byTarget.get(target);
      if (known !== undefined) known.count += 1;
      else if (byTarget.size < MAX_TARGETS - 1) byTarget.set(target, { reason, count: 1 });
      else beyond += 1;
    },
    all: () => [
      ...[...byTarget].map(([target, { reason, count }]) => ({
        kind: 'network' as const,
        target,
        reason,
        count,
      })),
      ...(beyond === 0
        ? []
        : [
            {
              kind: 'network' as const,
              target: 'further targets',
              reason: `more than ${MAX_TARGETS - 1} were refused`,
              count: beyond,
            },
          ]),
    ],
  };
}
