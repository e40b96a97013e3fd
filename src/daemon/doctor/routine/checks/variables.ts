import { no, yes } from '../../check.ts';
import { daemonVariables } from '../../daemon-variables.ts';
import type { RoutineCheck } from '../contract.ts';

/** Those that the daemon would have, not those of this terminal. */
export const variablesCheck: RoutineCheck = {
  name: 'variables',
  look: async ({ definition, workspace }) => {
    const wanted = definition.routine.permissions.env;
    if (wanted.length === 0) return yes('none is needed');
    const variables = await daemonVariables(workspace);
    const unset = wanted.filter((name) => !variables.has(name));
    return unset.length === 0
      ? yes(wanted.join(', '))
      : no(`permissions.env: not set: ${unset.join(', ')}`, variables.hint);
  },
};
