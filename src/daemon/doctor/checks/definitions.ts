import type { ActiveRoutines } from '../../../routines/active-routines.ts';
import { plural } from '../../../words/text.ts';
import { no, warn, yes, type Check, type Verdict } from '../check.ts';

export const definitionsCheck: Check = {
  name: 'definitions',
  look: async (context) => judge(await context.active()),
};

function judge({ routines, broken, problems, local, ref }: ActiveRoutines): Verdict {
  const at = ref === null ? '' : ` at ${ref}`;
  const [problem] = problems;
  if (problem !== undefined) {
    return no(`${problem.file}:${problem.line} ${problem.message}`, problem.hint);
  }
  const [first] = broken;
  if (first !== undefined) {
    const ids = broken.map(({ id }) => id).join(', ');
    return no(
      `broken${at}: ${ids}; the last good version is used, where there is one`,
      'See all problems: roundsman validate',
    );
  }
  const enabled = routines.filter((routine) => routine.enabled);
  const drift = local.map(({ id, kind }) => `${id} (${kind})`).join(', ');
  if (enabled.length === 0) {
    return warn(
      `no routine is active${drift === '' ? '' : `; in the working tree only: ${drift}`}`,
      drift === '' ? 'Write one: roundsman new' : 'Let them run: roundsman enable --all',
    );
  }
  if (drift !== '') {
    return warn(
      `${plural(enabled.length, 'active routine')}; local, not active: ${drift}`,
      "Commit them to the definitions' ref, or let them run from here: roundsman enable",
    );
  }
  return yes(`${plural(enabled.length, 'active routine')}${at}`);
}
