import { firstOf } from '../../../../routines/next-slots.ts';
import type { Problem } from '../../../../routines/rules/problem.ts';
import { untilWords } from '../../../../scheduler/format-schedule.ts';
import { plural } from '../../../../words/text.ts';
import { no, warn, yes, type Verdict } from '../../check.ts';
import { daemonVariables } from '../../daemon-variables.ts';
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

/** What makes it due by itself, and whether anything would notice. */
export const triggerCheck: RoutineCheck = {
  name: 'trigger',
  look: async ({ definition: { routine }, workspace, active }) => {
    const pauses = await workspace.pauses.list(workspace.clock.now().toISOString());
    const pause = pauses.find((one) => one.routine === routine.id);
    if (pause !== undefined) {
      const why = pause.reason === '' ? '' : `: ${pause.reason}`;
      return no(
        `paused by ${pause.by}${untilWords(pause.until)}${why}`,
        `Let it run again: roundsman resume ${routine.id}`,
      );
    }
    const kinds = [...new Set(routine.triggers.map(({ kind }) => kind))];
    const itself = kinds.filter((kind) => kind !== 'manual');
    if (itself.length === 0)
      return warn(
        'nothing starts it by itself',
        'Write when, for example: on: { schedule: daily at 07:00 }',
      );
    const next = firstOf(routine.triggers, workspace.clock.now());
    if (next === null && itself.length === 1 && itself[0] === 'schedule')
      return warn('its schedule has no slot ahead', 'Look at what it says: roundsman next');
    const missing = await missingForHooks();
    const when = next === null ? `waits for: ${itself.join(', ')}` : `next slot at ${next}`;
    return missing ?? yes(when);

    async function missingForHooks(): Promise<ReturnType<typeof warn> | null> {
      const secrets = routine.triggers.flatMap((one) =>
        one.kind === 'webhook' ? [one.secret] : [],
      );
      if (secrets.length === 0) return null;
      const answer = itself.length === 1 ? no : warn;
      if ((await active()).daemon.hooksListen === null)
        return answer(
          'webhooks are not received, because no listener is set',
          'Write `hooks: { listen: "127.0.0.1:8787" }` into roundsman.yaml.',
        );
      const variables = await daemonVariables(workspace);
      const unset = secrets.filter((name) => !variables.has(name));
      if (unset.length === 0) return null;
      return answer(
        `no secret is set: ${unset.join(', ')}; deliveries are refused`,
        variables.hint,
      );
    }
  },
};
