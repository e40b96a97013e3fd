import type { Problem } from '../../../../routines/rules/problem.ts';
import { plural } from '../../../../words/text.ts';
import { no, warn, yes, type Verdict } from '../../check.ts';
import type { RoutineCheck } from '../contract.ts';
import { definitionsFrom, type Standing } from '../find-standing.ts';

/** What a daemon would start is what is active, whatever is being edited. */
export const definitionCheck: RoutineCheck = {
  name: 'definition',
  look: async ({ standing, definition, active }) => {
    const { id } = definition.routine;
    const from = definitionsFrom(await active());
    switch (standing.kind) {
      case 'active':
        return judgeActive(standing, { id, from });
      case 'local':
        return no(
          `it is in the working tree only, not at ${from}: nothing starts it by itself`,
          `Commit it there, or let it run from here: roundsman enable ${id}`,
        );
      case 'broken':
        return brokenVerdict(standing.problems);
    }
  },
};

export function brokenVerdict(problems: readonly Problem[]): Verdict {
  const [first] = problems;
  if (first === undefined) return no('it cannot be read', 'See why: roundsman validate');
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`;
  return no(`${placeOf(first)} ${first.message}${more}`, first.hint);
}

function judgeActive(
  { scheduled, from, drifted, problems }: Extract<Standing, { readonly kind: 'active' }>,
  place: { readonly id: string; readonly from: string },
): Verdict {
  const [first] = problems;
  if (first !== undefined) {
    return warn(
      `its last good version is used: the one at ${place.from} has ${plural(problems.length, 'problem')}, first ${placeOf(first)} ${first.message}`,
      first.hint,
    );
  }
  const where = `active, from ${from}`;
  if (!scheduled.enabled)
    return no(`${where}, and \`enabled: false\``, 'Write `enabled: true` in it.');
  return drifted
    ? warn(
        `${where}; the working tree has another version, which would not run`,
        `See what differs, and let it run: roundsman enable ${place.id}`,
      )
    : yes(where);
}

function placeOf({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}
