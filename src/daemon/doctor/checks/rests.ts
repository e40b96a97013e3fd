import { sortUnfinished } from '../../../runtime/live-runs.ts';
import { shortIdOf } from '../../../words/ids.ts';
import { restClause, restPhase } from '../../../words/rest.ts';
import { plural } from '../../../words/text.ts';
import { warn, yes, type Check } from '../check.ts';

const SHOWN = 3;

/** Runs that are parked or wait for an answer: unless its `policy.overlap` says otherwise a routine does nothing new meanwhile. */
export const restsCheck: Check = {
  name: 'rests',
  look: async ({ workspace }) => {
    const { resting } = sortUnfinished(await workspace.runs.listUnfinished());
    if (resting.length === 0) return yes('no run is parked or waits for an answer');
    const words = resting.slice(0, SHOWN).flatMap(({ spec, record }) => {
      const phase = restPhase(record);
      return phase === null
        ? []
        : [`${spec.routine.id} ${shortIdOf(spec.id)} ${restClause(phase)}`];
    });
    const more = resting.length > SHOWN ? ', …' : '';
    return warn(
      `${plural(resting.length, 'run')} at rest, whose routines may begin nothing new: ${words.join(', ')}${more}`,
      'See why, and with what each continues: roundsman status',
    );
  },
};
