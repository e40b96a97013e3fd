import { firstOf } from '../../../../routines/next-slots.ts';
import { untilWords } from '../../../../scheduler/pause-view.ts';
import { no, warn, yes } from '../../check.ts';
import { daemonVariables } from '../../daemon-variables.ts';
import type { RoutineCheck } from '../contract.ts';

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
